import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

const summarizer = new OfflineSummarizer();
const never = new AbortController().signal;

/** Prose as people write it, with names and numbers, and no sentence twice. */
function prose(length: number): string {
  const words = 'retry upload socket server waits slowly again src/http.ts idleSocketMs parts lane token'.split(' ');
  let text = '';
  for (let seed = 7, count = 0; text.length < length; count++) {
    const sentence = Array.from({ length: 6 + (count % 9) }, () => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return words[(seed >> 8) % words.length];
    });
    text += `The ${sentence.join(' ')} ${count}.${count % 11 === 0 ? '\n\n' : ' '}`;
  }
  return text.slice(0, length);
}

const repeated = (unit: string) => (length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const shapes: Record<string, (length: number) => string> = {
  prose,
  'abbreviations without an end': repeated('A. '),
  'one endless word': repeated('a'),
  'one endless line of words': repeated('word '),
  'lines of one letter': repeated('a\n'),
  'blanks behind a full stop': length => `Done.${' '.repeat(length - 5)}`,
  'Japanese without a full stop': repeated('再試行する'),
  'Japanese sentences': repeated('再試行する。'),
  'letters of two scripts': repeated('aж'),
  'marks above and below one letter': repeated('\u0316\u0301'),
  emoji: repeated('👍'),
  'numbers inside numbers': repeated('11 1.1 '),
  'corrections of corrections': repeated('In fact it is not the socket but the upload that was wrong. '),
  'brackets that open': repeated('[a]('),
  'back-ticks': repeated('`a'),
  asterisks: repeated('*a'),
  'tags that open': repeated('<a '),
  'paths without an end': repeated('a/'),
  'calls and dots': repeated('aA.'),
  'quotes that open': repeated('“'),
  'items of a list': repeated('- an item of the list:\n'),
  questions: repeated('And why does it wait? '),
};

function materialOf(text: string) {
  const tool = { tool_name: text, arguments: { path: text }, result: text, reasoning: text };
  return {
    level: 1 as const,
    turns: makeStoredTurns([{ user: text, assistant: text, reasoning: text, tools: [tool] }]),
  };
}

/** Processor time, the better of two: what else runs on the machine counts less. */
async function costOf(text: string): Promise<number> {
  const material = materialOf(text);
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 2; run++) {
    const begun = process.cpuUsage();
    await summarizer.summarize(material, never);
    const { user, system } = process.cpuUsage(begun);
    best = Math.min(best, user + system);
  }
  return best;
}

/** Below this, in microseconds, a cost is noise. */
const NOISE = 40_000;
/** Four times the text may cost four times as much, and half of that again; a square would cost sixteen times. */
const GROWTH = 9;

suite('a summary takes as much longer as there is more to read', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(`of ${name}`, async t => {
      await costOf(shape(4000));
      const [small, middle, large] = [
        await costOf(shape(4000)),
        await costOf(shape(64_000)),
        await costOf(shape(256_000)),
      ];
      t.diagnostic(`4 KB ${small} µs, 64 KB ${middle} µs, 256 KB ${large} µs`);
      assert.ok(middle <= Math.max(NOISE, small) * 16 * 2, `64 KB cost ${middle / small} times what 4 KB cost`);
      assert.ok(large <= Math.max(NOISE, middle) * GROWTH, `256 KB cost ${large / middle} times what 64 KB cost`);
    });
  }
});

test('others get their turn while a long answer is read', async () => {
  let [turns, done] = [0, false];
  const others = (async () => {
    while (!done) {
      turns++;
      await setImmediate();
    }
  })();
  await summarizer.summarize(materialOf(prose(256_000)), never);
  done = true;
  await others;
  assert.ok(turns >= 16, `${turns} turns`);
});

test('what was decided at the end of a very long answer is in its summary', async () => {
  // Words that come up once each: no sentence says more than another.
  const word = (at: number) => at.toString(16).replace(/\d/g, digit => 'ghijklmnop'[Number(digit)]!);
  const lines = Array.from({ length: 30_000 }, (_, at) => `Aa${word(at)} bb${word(at)} cc${word(at)} dd${word(at)}.`);
  const assistant = `${lines.join('\n')}\n\nWe decided that the parcels wait for the second ferry.`;
  const { content } = await summarizer.summarize(
    { level: 1, turns: makeStoredTurns([{ user: 'Which ferry?', assistant }]) },
    never,
  );
  assert.match(content.conversation_summary, /the second ferry/);
});
