import { findingEvidence, sentenceEvidence } from '../../model/summary/evidence.ts';
import type { Summary, SummaryContent } from '../../model/summary/summary.ts';
import { contentWords } from '../../model/text/claims.ts';
import { splitSentences } from '../../model/text/sentences.ts';
import { chooseSpread, isStated, scoreUnits } from './centrality.ts';
import { findingsOf } from './findings.ts';
import { filesOfTexts, scopesOf } from './names.ts';
import type { Pace } from './pace.ts';
import { ended } from './plainText.ts';
import { hasRoom, supported, type Told, tell } from './told.ts';
import { topicsOf } from './topics.ts';
import { makeUnit, type Unit } from './unit.ts';
import { withoutLead, withoutThen } from './wording.ts';

const MOST_LINES = 4;
/** Short sentences are preferred, so that more of the range finds room. */
const USUAL_CHARS = 100;

const wordingWords: ReadonlySet<string> = new Set(
  contentWords(
    'user asked said answered used returned failed utilisateur demandé dit répondu donc utilisé renvoyé échoué puis',
  ),
);

/** Says nothing without the question: what was rejected, and what is meant by yes. */
const elliptic = /^(?:rejected|yes|no|both|neither|never|always|oui|non|rejetée?s?)[,.:;]/i;

/** A sentence with the question that led to it; its text is the answer alone. */
interface LedUnit extends Unit {
  whole: string;
}

/** Condenses summaries: their most central sentences over the whole range, each with the turns it rested on below. */
export async function rollUp(summaries: readonly Summary[], pace: Pace): Promise<SummaryContent> {
  const talked: LedUnit[] = [];
  const acted: LedUnit[] = [];
  const findingsBelow: Unit[] = [];
  for (const [part, summary] of summaries.entries()) {
    await pace.after(summary.summary_char_count);
    talked.push(...unitsOf(summary, summary.conversation_summary, part));
    acted.push(...unitsOf(summary, summary.actions_summary, part));
    findingsBelow.push(...findingUnits(summary, part));
  }
  await scoreUnits([...talked, ...findingsBelow], pace, { usual: USUAL_CHARS });
  for (const unit of talked) {
    // What was decided or taken back is what a broad summary is for; the turns and summaries below hold the way there.
    unit.score *= isStated(unit.text) ? 1.2 : 1;
  }
  await scoreUnits(acted, pace, { usual: USUAL_CHARS });
  for (const unit of acted) {
    // What came of a call says more than that it was made.
    unit.score *= /[“«]/.test(unit.text) ? 1.4 : 0.7;
  }
  const conversation = condense(talked, summaries.length);
  const actions = condense(acted, summaries.length);
  const tools_used = [...new Set(summaries.flatMap(summary => summary.tools_used))];
  const texts = summaries.flatMap(({ conversation_summary, actions_summary, key_findings }) => [
    conversation_summary.slice(0, READ_CHARS),
    actions_summary.slice(0, READ_CHARS),
    ...key_findings.slice(0, READ_SENTENCES).map(finding => finding.slice(0, READ_CHARS)),
  ]);
  const findings = findingsOf(findingsBelow);
  return {
    conversation_summary: conversation.text,
    actions_summary: actions.text,
    key_findings: findings.map(({ sentence }) => sentence),
    tools_used,
    files_mentioned: filesOfTexts(texts),
    scopes_mentioned: scopesOf(texts).filter(name => !tools_used.includes(name)),
    topics: topicsOf([...talked, ...findingsBelow].map(({ text }) => text)),
    evidence: [...supported(conversation), ...supported(actions), ...findings],
  };
}

/** One that its turns do not support is not handed on; one from before findings named turns rests on the whole range. */
function findingUnits(summary: Summary, part: number): Unit[] {
  return summary.key_findings.slice(0, READ_SENTENCES).flatMap((finding, place) => {
    const text = finding.slice(0, READ_CHARS);
    const evidence = findingEvidence(summary, finding);
    const turns = evidence ? evidence.turns : rangeOf(summary);
    const isSound = evidence?.supported ?? true;
    return isSound ? [makeUnit({ text, turns, part, place: place + 1 })] : [];
  });
}

/** A summary's text is short; of one that is not, so much is read. */
const READ_CHARS = 4000;
const READ_SENTENCES = 60;

/** A text's sentences with their evidence; a text without any rests on its whole range. */
function unitsOf(summary: Summary, wholeText: string, part: number): LedUnit[] {
  const text = wholeText.slice(0, READ_CHARS);
  const evidence = sentenceEvidence(summary).slice(0, 2 * READ_SENTENCES);
  const quoted = evidence.filter(({ sentence }) => sentence !== '' && text.includes(sentence));
  const sentences =
    quoted.length > 0
      ? quoted.filter(({ supported, turns }) => supported && turns.length > 0)
      : splitSentences(text).map(sentence => ({ sentence, turns: rangeOf(summary) }));
  return sentences.slice(0, READ_SENTENCES).map(({ sentence, turns }, place) => {
    const whole = withoutThen(sentence.replace(/\s*\n\s*/g, ' '));
    const answer = withoutLead(whole);
    const unit = makeUnit(
      { text: elliptic.test(answer) ? whole : answer, turns, part, place: place + 1 },
      wordingWords,
    );
    return { ...unit, whole };
  });
}

function rangeOf({ start_turn, end_turn }: Summary): number[] {
  return Array.from({ length: Math.max(1, end_turn - start_turn + 1) }, (_, index) => start_turn + index);
}

/** What was answered has the first claim to the room; questions are told with the best of it as far as there is some. */
function condense(units: readonly LedUnit[], parts: number): Told {
  const led = new Set<Unit>();
  const wholes = new Map<Unit, string>(units.map(unit => [unit, unit.whole]));
  const say = (unit: Unit) => ended((led.has(unit) && wholes.get(unit)) || unit.text);
  const render = (chosen: readonly Unit[]) => tell(chosen.map(unit => [{ sentence: say(unit), turns: unit.turns }]));
  const chosen = chooseSpread(units, parts, picks => picks.length <= MOST_LINES && hasRoom(render(picks)));
  for (const unit of chosen.toSorted((a, b) => b.score - a.score)) {
    led.add(unit);
    if (!hasRoom(render(chosen))) {
      led.delete(unit);
    }
  }
  return render(chosen);
}
