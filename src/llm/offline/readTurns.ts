import { type Block, proseBlocks, sentencesOfBlock } from '../../model/text/sentences.ts';
import type { Turn } from '../../model/turn/turn.ts';
import { withoutEmphasis } from './emphasis.ts';
import type { Pace } from './pace.ts';
import { isProse, isShellLine, plainSentence } from './plainText.ts';
import { makeUnit, type Unit } from './unit.ts';
import type { Ending } from './wording.ts';

/** A turn as the summariser sees it. */
export interface ReadTurn {
  turn: Turn;
  /** What the person said, sentence by sentence. */
  userUnits: Unit[];
  /** The sentences of the answer. */
  units: Unit[];
  ending: Ending;
}

export async function readTurns(turns: readonly Turn[], pace: Pace): Promise<ReadTurn[]> {
  const read: ReadTurn[] = [];
  for (const [part, turn] of turns.entries()) {
    const userUnits = await readText(turn.user.content, turn.turn_index, part, pace);
    const isNote = turn.user.kind === 'note';
    const answer = isNote ? userUnits : await readText(turn.assistant?.content ?? '', turn.turn_index, part, pace);
    const units = answer.filter(unit => isProse(unit.text) && !isShellLine(unit.text));
    read.push({ turn, userUnits: isNote ? [] : userUnits, units, ending: endingOf(turn, units.length > 0) });
  }
  return read;
}

async function readText(text: string, turn_index: number, part: number, pace: Pace): Promise<Unit[]> {
  const units: Unit[] = [];
  const toldBefore = new Set<string>();
  const add = (plain: string, item: boolean) => {
    // Pasted logs say the same again and again.
    if (!toldBefore.has(plain)) {
      toldBefore.add(plain);
      units.push(makeUnit({ text: plain, turns: [turn_index], part, place: units.length, item }));
    }
  };
  let list: { lead: string; items: string[] } | undefined;
  for (const block of await blocksOf(text, pace)) {
    const sentences: string[] = [];
    for (const sentence of sentencesOfBlock(withoutEmphasis(block.text))) {
      await pace.after(sentence.length);
      const plain = plainSentence(sentence);
      if (plain !== undefined) {
        sentences.push(plain);
      }
    }
    if (list && !block.item) {
      addList(list, add);
      list = undefined;
    }
    if (list && sentences[0] !== undefined) {
      list.items.push(sentences[0]);
    }
    for (const sentence of sentences) {
      await pace.after(sentence.length);
      add(sentence, block.item);
    }
    const last = sentences.at(-1);
    if (!block.item && last?.endsWith(':')) {
      list = { lead: last, items: [] };
    }
  }
  if (list) {
    addList(list, add);
  }
  return units;
}

/** Of a very long text its beginning and its end are read, so many characters of each: decisions stand at the end. */
const CHARS_OF_EACH_END = 150_000;

async function blocksOf(text: string, pace: Pace): Promise<Block[]> {
  const blocks: Block[] = [];
  let chars = 0;
  for (const block of proseBlocks(text)) {
    await pace.after(block.text.length);
    chars += block.text.length;
    blocks.push(block);
  }
  let at = 0;
  return blocks.filter(block => {
    const from = at;
    at += block.text.length;
    return from < CHARS_OF_EACH_END || at > chars - CHARS_OF_EACH_END;
  });
}

const LIST_CHARS = 260;

/** A short list says more with the words that lead to it; a long one would be cut, and half a list misleads. */
function addList({ lead, items }: { lead: string; items: string[] }, add: (text: string, item: boolean) => void): void {
  const text = `${lead} ${items.map(item => item.replace(/[\s.;,]+$/, '')).join('; ')}.`;
  // An item that leads on to others would be told without them.
  if (items.length > 1 && text.length <= LIST_CHARS && !items.some(item => /[:：]$/.test(item))) {
    add(text, false);
  }
}

function endingOf(turn: Turn, hasProse: boolean): Ending {
  const { assistant } = turn;
  if (!assistant) {
    return turn.user.kind === 'note' ? 'noted' : 'none';
  }
  if (hasProse) {
    return assistant.status === 'complete' ? 'answered' : 'begun';
  }
  if (assistant.status !== 'complete') {
    return assistant.status;
  }
  if (assistant.content.trim() === '') {
    return 'empty';
  }
  return 'code';
}
