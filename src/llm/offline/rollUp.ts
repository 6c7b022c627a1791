import { contentWords } from '../../model/claims.ts';
import { splitSentences } from '../../model/sentences.ts';
import type { Summary, SummaryContent } from '../../model/summary.ts';
import { chooseSpread, scoreUnits } from './centrality.ts';
import { findingsOf } from './findings.ts';
import { filesOfTexts, scopesOf } from './names.ts';
import type { Pace } from './pace.ts';
import { ended } from './plainText.ts';
import { hasRoom, type Told, tell } from './told.ts';
import { topicsOf } from './topics.ts';
import { makeUnit, type Unit } from './unit.ts';
import { withoutThen } from './wording.ts';

const LINES = 4;
/** Short sentences are preferred, so that more of the range finds room. */
const USUAL = 100;

const wordingWords: ReadonlySet<string> = new Set(
  contentWords(
    'user asked said answered used returned failed utilisateur demandé dit répondu donc utilisé renvoyé échoué puis',
  ),
);

/** Condenses summaries: their most central sentences over the whole range, each with the turns it rested on below. */
export async function rollUp(summaries: readonly Summary[], pace: Pace): Promise<SummaryContent> {
  const talked: Unit[] = [];
  const acted: Unit[] = [];
  const found: Unit[] = [];
  for (const [part, summary] of summaries.entries()) {
    await pace.after(summary.summary_char_count);
    talked.push(...unitsOf(summary, summary.conversation_summary, part));
    acted.push(...unitsOf(summary, summary.actions_summary, part));
    const turns = rangeOf(summary);
    found.push(...summary.key_findings.map((text, place) => makeUnit({ text, turns, part, place: place + 1 })));
  }
  await scoreUnits([...talked, ...found], pace, { usual: USUAL });
  await scoreUnits(acted, pace, { usual: USUAL });
  for (const unit of acted) {
    // What came of a call says more than that it was made.
    unit.score *= /[“«]/.test(unit.text) ? 1.4 : 0.7;
  }
  const conversation = condense(talked, summaries.length);
  const actions = condense(acted, summaries.length);
  const tools_used = [...new Set(summaries.flatMap(summary => summary.tools_used))];
  const texts = summaries.flatMap(({ conversation_summary, actions_summary, key_findings }) => [
    conversation_summary,
    actions_summary,
    ...key_findings,
  ]);
  return {
    conversation_summary: conversation.text,
    actions_summary: actions.text,
    key_findings: findingsOf(found),
    tools_used,
    files_mentioned: filesOfTexts(texts),
    scopes_mentioned: scopesOf(texts).filter(name => !tools_used.includes(name)),
    topics: topicsOf([...talked, ...found].map(({ text }) => text)),
    evidence: [...conversation.sentences, ...actions.sentences].map(({ sentence, turns }) => ({
      sentence,
      turns: [...turns],
      supported: true,
    })),
  };
}

/** A text's sentences with their evidence; a text without any rests on its whole range. */
function unitsOf(summary: Summary, text: string, part: number): Unit[] {
  const known = summary.evidence.filter(({ sentence }) => sentence !== '' && text.includes(sentence));
  const sentences =
    known.length > 0
      ? known.filter(({ supported, turns }) => supported && turns.length > 0)
      : splitSentences(text).map(sentence => ({ sentence, turns: rangeOf(summary) }));
  return sentences.map(({ sentence, turns }, place) =>
    makeUnit({ text: withoutThen(sentence.replace(/\s+/g, ' ')), turns, part, place: place + 1 }, wordingWords),
  );
}

function rangeOf({ start_turn, end_turn }: Summary): number[] {
  return Array.from({ length: Math.max(1, end_turn - start_turn + 1) }, (_, index) => start_turn + index);
}

function condense(units: readonly Unit[], parts: number): Told {
  const render = (chosen: readonly Unit[]) => tell(chosen.map(({ text, turns }) => [{ sentence: ended(text), turns }]));
  return render(chooseSpread(units, parts, chosen => chosen.length <= LINES && hasRoom(render(chosen))));
}
