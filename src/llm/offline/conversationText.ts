import { isQuestion, questionOf } from './asking.ts';
import { chooseSpread } from './centrality.ts';
import { clip, ended, plainSentence } from './plainText.ts';
import type { ReadTurn } from './readTurns.ts';
import { type Check, hasRoom, nothingTold, type Told, tell } from './told.ts';
import { makeUnit, type Unit } from './unit.ts';
import { type Wording, wordingOf } from './wording.ts';

/** Generous first; shorter when that lets more turns be told of. */
const SENTENCE_LIMITS = [
  { question: 100, answer: 260 },
  { question: 70, answer: 180 },
  { question: 50, answer: 140 },
];
const MOST_LINES = 4;
/** Only the best so many of a turn are looked at. */
const SENTENCES_OF_TURN = 60;

interface AskedTurn extends ReadTurn {
  question: Unit | undefined;
}

/** What was asked and answered: for the turns that say most, the question with the most central sentences. */
export function conversationText(turns: readonly ReadTurn[], wording: Wording, check: Check): Told {
  const askedTurns = turns.map(withQuestion);
  let best = nothingTold;
  let worth = 0;
  for (const limits of SENTENCE_LIMITS) {
    const candidates = askedTurns.flatMap((turn, part) => candidatesOf(turn, part, limits.answer));
    const fits = (units: readonly Unit[]) => isGood(render(units, askedTurns, wording, limits.question), check);
    const chosen = chooseSpread(candidates, askedTurns.length, fits);
    // Squares: one telling sentence outweighs two middling ones.
    const sum = chosen.reduce((total, unit) => total + unit.score ** 2, 0);
    if (sum > worth * 1.1) {
      best = render(chosen, askedTurns, wording, limits.question);
      worth = sum;
    }
  }
  // Signs can be told of anything.
  return worth > 0 ? best : tell([[{ sentence: wordingOf('other').said('…', true), turns: indexesOf(askedTurns) }]]);
}

const indexesOf = (turns: readonly ReadTurn[]) => turns.map(({ turn }) => turn.turn_index);

function isGood(told: Told, check: Check): boolean {
  return hasRoom(told) && told.text.split('\n').length <= MOST_LINES && told.sentences.every(check);
}

function candidatesOf({ turn, units, userUnits }: ReadTurn, part: number, chars: number): Unit[] {
  if (units.length === 0) {
    // Only the question can be told, and how it ended.
    const unit = makeUnit({ text: '', turns: [turn.turn_index], part, place: 0 });
    return [{ ...unit, words: userUnits[0]?.words ?? unit.words, score: 0.02 }];
  }
  return units.flatMap(unit => {
    const text = clip(unit.text, chars);
    return text === undefined ? [] : [{ ...unit, text, score: unit.score * (text === unit.text ? 1 : 0.3) }];
  });
}

function render(
  units: readonly Unit[],
  askedTurns: readonly AskedTurn[],
  wording: Wording,
  questionChars: number,
): Told {
  const byPart = Map.groupBy(units, unit => unit.part);
  const lines = [...byPart].map(([part, [first, ...more]], index) => {
    const askedTurn = askedTurns[part]!;
    const opening = openingOf(askedTurn, wording, questionChars, index === 0);
    const answer = first!.text === '' ? errorOf(askedTurn) : first!.text;
    const turns = [askedTurn.turn.turn_index];
    return [`${opening}${answer}`, ...more.map(({ text }) => text)].map(sentence => ({
      sentence: ended(sentence),
      turns,
    }));
  });
  // What a line may not hold, has no room.
  return [...byPart.values()].every(isLine) ? tell(lines) : { text: ' '.repeat(1000), sentences: [] };
}

/** One sentence, or two that follow each other. */
function isLine(units: readonly Unit[]): boolean {
  return units.length === 1 || (units.length === 2 && units[1]!.place === units[0]!.place + 1 && !units[1]!.item);
}

/** What comes before the answer: the question, if it says something, and how it ended. */
function openingOf(
  { turn, question, units, ending }: AskedTurn,
  wording: Wording,
  chars: number,
  first: boolean,
): string {
  const content = turn.user.content.trim();
  const ends = wording.ending(ending, first);
  if (ending === 'noted') {
    return units.length > 0 ? ends : wording.said('…', first);
  }
  if (content === '') {
    return wording.wordless(first) + ends;
  }
  const asks = isQuestion(question?.text ?? '');
  // "Yes, do it" says nothing by itself.
  if (ending === 'answered' && question && question.words.size < (asks ? 1 : 2)) {
    return wording.answered(first);
  }
  const whole = question?.text ?? (content.length <= 40 ? plainSentence(content) : undefined);
  const text = clip(whole ?? '…', chars) ?? '…';
  return (asks ? wording.asked(text, first) : wording.said(text.replace(/[.。]$/, ''), first)) + ends;
}

function withQuestion(turn: ReadTurn): AskedTurn {
  const units = turn.units.toSorted((a, b) => b.score - a.score || a.place - b.place).slice(0, SENTENCES_OF_TURN);
  return { ...turn, units, question: questionOf(turn.userUnits) };
}

function errorOf({ turn, ending }: ReadTurn): string {
  const error = ending === 'failed' ? plainSentence(turn.assistant?.error ?? '') : undefined;
  const text = error === undefined ? undefined : clip(error, 90);
  return text === undefined ? '' : `: ${text}`;
}
