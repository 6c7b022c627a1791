import type { SummaryContent } from '../../model/summary/summary.ts';
import { summingUp } from '../../model/text/decisive.ts';
import type { Turn } from '../../model/turn/turn.ts';
import type { Condensed, Material, Summarizer } from '../summarizer.ts';
import { actionsText } from './actionsText.ts';
import { scoreUnits } from './centrality.ts';
import { conversationText } from './conversationText.ts';
import { findingsOf } from './findings.ts';
import { languageOf } from './language.ts';
import { filesOfTurns, scopesOf, textsOf } from './names.ts';
import { Pace } from './pace.ts';
import { type ReadTurn, readTurns } from './readTurns.ts';
import { rollUp } from './rollUp.ts';
import { checkAgainst, supported } from './told.ts';
import { topicsOf } from './topics.ts';
import type { Unit } from './unit.ts';
import { wordingOf } from './wording.ts';

/** Summaries without a model: sentences of the conversation itself, chosen, with a few words around them. */
export class OfflineSummarizer implements Summarizer {
  readonly id = 'offline';
  readonly promptVersion = 'offline-3';

  async summarize(material: Material, signal: AbortSignal): Promise<Condensed> {
    const pace = new Pace(signal);
    const content =
      'turns' in material ? await summarizeTurns(material.turns, pace) : await rollUp(material.summaries, pace);
    return { content, usage: { inputTokens: 0, outputTokens: 0 } };
  }
}

/** Asked for the outcome, an answer says what all the others came to. */
function weighSums({ userUnits, units }: ReadTurn): void {
  if (userUnits.some(({ text }) => summingUp.test(text))) {
    for (const unit of units) {
      unit.score *= unit.item ? 1 : unit.place === 0 ? 1.7 : 1.3;
    }
  }
}

const NOTE_SHARE = 0.8;

/** What a person told memory to keep is worth telling, however little it has in common with the rest. */
function weighNotes(turns: readonly ReadTurn[]): void {
  const notes = turns.filter(({ ending }) => ending === 'noted').flatMap(({ units }) => units);
  const best = notes.reduce((most, { score }) => Math.max(most, score), 0);
  for (const unit of notes) {
    unit.score = Math.max(unit.score, best * NOTE_SHARE);
  }
}

/** Prose from all over the range. */
function sample(units: readonly Unit[]): string[] {
  const step = Math.ceil(units.length / 300);
  return units.filter((_, index) => index % step === 0).map(({ text }) => text);
}

async function summarizeTurns(turns: readonly Turn[], pace: Pace): Promise<SummaryContent> {
  const read = await readTurns(turns, pace);
  const units = read.flatMap(turn => turn.units);
  const userUnits = read.flatMap(turn => turn.userUnits);
  const asked = new Set(userUnits.slice(0, 500).flatMap(({ words }) => [...words]));
  await scoreUnits([...units, ...userUnits], pace, { asked });
  for (const turn of read) {
    weighSums(turn);
  }
  weighNotes(read);
  await pace.rest();
  const wording = wordingOf(languageOf(sample([...userUnits, ...units])));
  const check = checkAgainst(read);
  const conversation = conversationText(read, wording, check);
  await pace.rest();
  const actions = actionsText(turns, wording, check);
  const findings = findingsOf(units).filter(check);
  return {
    conversation_summary: conversation.text,
    actions_summary: actions.text,
    key_findings: findings.map(({ sentence }) => sentence),
    tools_used: [...new Set(turns.flatMap(turn => turn.tools.map(({ call }) => call.tool_name)))],
    files_mentioned: filesOfTurns(turns),
    scopes_mentioned: scopesOf(textsOf(turns)),
    topics: topicsOf([...userUnits, ...units].map(({ text }) => text)),
    evidence: [...supported(conversation), ...supported(actions), ...findings],
  };
}
