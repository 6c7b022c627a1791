import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { SummaryDraft } from '../../src/model/summary/summary.ts';
import type { TurnDraft, TurnRef } from '../../src/model/turn/turn.ts';
import type { Store } from '../../src/store/store.ts';
import { corpusWorkspaces, makeCorpus } from '../support/corpus.ts';
import { appendTurns, ensureConversation } from '../support/storing.ts';
import { fileOf, folder, openStore } from './measure.ts';

const EVERY_CHARS = 10_000;
const TEXT_CHARS = 450;
/** Share of the turns that one long conversation has: deep enough for all levels. */
const LONG_SHARE = 1 / 20;

/** The store of that size with its layers of summaries, and the long conversation in which questions are asked. */
export async function layeredStore(size: number): Promise<{ store: Store; ref: TurnRef }> {
  const file = join(folder, `layers-${size}.db`);
  if (!existsSync(file)) {
    const unfinished = `${file}.unfinished`;
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(unfinished + suffix, { force: true });
    }
    copyFileSync(fileOf(size), unfinished);
    const store = openStore(unfinished);
    await addLayers(store, size);
    await store.close();
    renameSync(unfinished, file);
  }
  const store = openStore(file);
  const long = await store.conversations.get({ source: 'memory', external_id: 'long' });
  return { store, ref: { conversation_id: long!.uuid, turn_index: long!.turn_count } };
}

async function addLayers(store: Store, size: number): Promise<void> {
  for (const { draft, turns } of makeCorpus({ turns: size })) {
    const { uuid } = await ensureConversation(store, draft);
    await summarise(store, uuid, turns);
  }
  const [{ id, name }] = corpusWorkspaces;
  const turns = [...makeCorpus({ turns: Math.ceil(size * LONG_SHARE), seed: 2 })].flatMap(({ turns }) => turns);
  const { uuid } = await ensureConversation(store, {
    title: 'One long conversation',
    source: 'memory',
    external_id: 'long',
    workspace_id: id,
    workspace_name: name,
    created_at: turns[0]!.start.timestamp,
  });
  for (let from = 0; from < turns.length; from += 500) {
    await appendTurns(store, uuid, turns.slice(from, from + 500));
  }
  await summarise(store, uuid, turns);
}

/** By the rule of the layers: 10 000 characters of the level below make one summary. */
async function summarise(store: Store, conversation_id: string, turns: readonly TurnDraft[]): Promise<void> {
  let below = turns.map(({ start, end }, index) => ({
    text: `${start.content} ${end?.content ?? ''}`,
    start_turn: index,
    end_turn: index,
    created_at: start.timestamp,
  }));
  for (let level = 1; level <= 3 && below.length > 0; level++) {
    const made: typeof below = [];
    let group: typeof below = [];
    for (const one of below) {
      group.push(one);
      if (group.reduce((sum, { text }) => sum + text.length, 0) >= EVERY_CHARS) {
        made.push(await addSummary(store, conversation_id, level, group));
        group = [];
      }
    }
    below = made;
  }
}

async function addSummary(
  store: Store,
  conversation_id: string,
  level: number,
  group: readonly { text: string; start_turn: number; end_turn: number; created_at: string }[],
) {
  const part = Math.ceil((2 * TEXT_CHARS) / group.length);
  const text = group.map(({ text }) => text.slice(0, part)).join(' ');
  const [conversation_summary, actions_summary] = [text.slice(0, TEXT_CHARS), text.slice(TEXT_CHARS, 2 * TEXT_CHARS)];
  const { start_turn } = group[0]!;
  const { end_turn, created_at } = group.at(-1)!;
  const draft: SummaryDraft = {
    conversation_id,
    level,
    conversation_summary,
    actions_summary,
    key_findings: [],
    tools_used: [],
    char_range_start: start_turn * 1000,
    char_range_end: end_turn * 1000 + 1000,
    start_turn,
    end_turn,
    summary_char_count: text.length,
    token_count: Math.ceil(text.length / 4),
    source_type: level === 1 ? 'MESSAGE' : 'SUMMARY',
    parent_summaries: [],
    evidence: [conversation_summary, actions_summary].map(sentence => ({
      sentence,
      turns: [start_turn],
      supported: true,
    })),
    made_by: 'bench',
    prompt_version: '1',
    created_at,
    provisional: false,
  };
  await store.summaries.add(draft);
  return { text: `${conversation_summary}${actions_summary}`, start_turn, end_turn, created_at };
}
