import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderTranscript } from '../../../../src/memory/transcript/transcript.ts';
import { type LinkedLayers, TranscriptRenderer } from '../../../../src/memory/transcript/transcriptRenderer.ts';
import type { MentionedFile } from '../../../../src/model/file/file.ts';
import { makeStoredConversation } from '../../../support/builders.ts';
import { makeStoredTurns } from '../../../support/summaries.ts';

const now = new Date('2026-11-16T18:00:00');
const conversation = makeStoredConversation({ message_count: 6, turn_count: 3 });
const turns = makeStoredTurns([{ user: 'src/a.ts?' }, { user: 'Why src/a.ts?' }, { user: 'And src/a.ts?' }]);

function fileAt(path: string): MentionedFile {
  const file = { uuid: 'f', workspace_id: 'w', path, deleted_at: null };
  return { file, turn_index: 0, role: 'user', path_then: 'src/a.ts', kind: 'prose', line: null, symbol: null };
}

/** Tells how many turns were rendered: for each that is read its target is asked once, for the links in it once more. */
function makeLayers(path = 'src/a.ts') {
  const asked = { turns: 0, targets: 0 };
  const layers: LinkedLayers = {
    summaries: [],
    link: () => '',
    mentioned: () => {
      asked.turns += 1;
      return [fileAt(path)];
    },
    target: file => {
      asked.targets += 1;
      return `/${file}`;
    },
  };
  return { layers, rendered: () => asked.targets - asked.turns };
}

test('a transcript in steps reads like one made in one go, also when most of it was made before', async () => {
  const { layers } = makeLayers();
  const expected = renderTranscript(conversation, turns, now, { ...layers, file: () => () => '/src/a.ts' });
  const renderer = new TranscriptRenderer();
  assert.equal(await renderer.render(conversation, turns, now, layers), expected);
  assert.equal(await renderer.render(conversation, turns, now, layers), expected);
});

test('only turns that are new, or were answered meanwhile, are rendered again', async () => {
  const renderer = new TranscriptRenderer();
  const { layers, rendered } = makeLayers();
  await renderer.render(conversation, turns.slice(0, 2), now, layers);
  assert.equal(rendered(), 2);
  await renderer.render(conversation, turns, now, layers);
  assert.equal(rendered(), 3);
  const unanswered = turns.with(2, { ...turns[2]!, assistant: undefined });
  const text = await renderer.render(conversation, unanswered, now, layers);
  assert.equal(rendered(), 4);
  assert.match(text, /No answer was recorded/);
});

test('a file that moved is linked where it is now', async () => {
  const renderer = new TranscriptRenderer();
  await renderer.render(conversation, turns, now, makeLayers().layers);
  const text = await renderer.render(conversation, turns, now, makeLayers('lib/b.ts').layers);
  assert.match(text, /\[src\/a\.ts\]\(\/lib\/b\.ts\)/);
  assert.doesNotMatch(text, /\(\/src\/a\.ts\)/);
});

test('others get their turn while a transcript is rendered', async () => {
  let others = 0;
  let over = false;
  const other = () => {
    others += 1;
    over || setImmediate(other);
  };
  setImmediate(other);
  await new TranscriptRenderer({ stretch_ms: 0 }).render(conversation, turns, now, makeLayers().layers);
  over = true;
  assert.ok(others >= turns.length, `${others} times`);
});

test('what is kept is bounded: the turns read longest ago are let go', async () => {
  const renderer = new TranscriptRenderer({ most_chars: 200 });
  const { layers, rendered } = makeLayers();
  const long = makeStoredTurns([{ user: `src/a.ts ${'x'.repeat(120)}` }, { user: `In src/a.ts ${'y'.repeat(120)}` }]);
  await renderer.render(conversation, long, now, layers);
  await renderer.render(conversation, long.slice(1), now, layers);
  assert.equal(rendered(), 2);
  await renderer.render(conversation, long.slice(0, 1), now, layers);
  assert.equal(rendered(), 3);
});
