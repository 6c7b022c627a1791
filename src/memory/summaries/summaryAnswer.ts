import { checkEvidence } from '../../model/summary/evidence.ts';
import { type Evidence, SUMMARY_TEXT_CHARS, type SummaryContent } from '../../model/summary/summary.ts';
import { sentencesOfBlock } from '../../model/text/sentences.ts';
import { turnIndexOf } from '../../model/text/turnText.ts';
import { shorten } from '../../util/text.ts';
import { guessLanguage } from './language.ts';
import type { SummaryAnswer } from './summaryPrompt.ts';

type Sentences = SummaryAnswer['conversation_summary'];

/** What an answer is held against. */
export interface Facts {
  /** Turn by turn, from 0. */
  source: ReadonlyMap<number, string>;
  /** All that the model could read and was confirmed. */
  record: string;
  tools: readonly string[];
  /** The languages that were spoken; none when that is not clear. */
  languages: readonly string[];
}

const MOST_FINDINGS = 8;
const FINDING_CHARS = 200;
const MOST_NAMES = 40;
const NAME_CHARS = 300;
const MOST_TOPICS = 5;
const TOPIC_CHARS = 60;

/** Why an answer in the right shape cannot be used, in words for the model; undefined when it can. */
export function complaintAbout(answer: SummaryAnswer, languages: readonly string[]): string | undefined {
  const conversation = textOf(answer.conversation_summary);
  const actions = textOf(answer.actions_summary);
  if (conversation === '') {
    return 'conversation_summary is empty.';
  }
  const texts = { conversation_summary: conversation, actions_summary: actions };
  for (const [name, text] of Object.entries(texts)) {
    if (text.length > SUMMARY_TEXT_CHARS) {
      return `${name} has ${text.length} characters in all; at most ${SUMMARY_TEXT_CHARS} are allowed.`;
    }
  }
  const written = guessLanguage(`${conversation} ${actions}`);
  if (written && languages.length > 0 && !languages.includes(written)) {
    return `it is written in ${written}, but the conversation is in ${languages.join(' and ')}.`;
  }
  return undefined;
}

/** Turn numbers from 0 and checked; findings and names that the record does not hold are left out. */
export function toContent(answer: SummaryAnswer, { source, record, tools }: Facts): SummaryContent {
  const findings = checkFindings(answer.key_findings, source, record);
  const recordInSmall = record.toLowerCase();
  const isSaid = (name: string | undefined) =>
    name !== undefined && name !== '' && recordInSmall.includes(name.toLowerCase());
  return {
    conversation_summary: textOf(answer.conversation_summary),
    actions_summary: textOf(answer.actions_summary),
    key_findings: findings.map(({ sentence }) => sentence),
    tools_used: [...new Set(tools)],
    files_mentioned: tidy(answer.files_mentioned, MOST_NAMES, NAME_CHARS).filter(path =>
      isSaid(path.split(/[\\/]/).at(-1)),
    ),
    scopes_mentioned: tidy(answer.scopes_mentioned, MOST_NAMES, NAME_CHARS).filter(name =>
      isSaid(name.match(/[\p{L}\p{N}_$]+/gu)?.at(-1)),
    ),
    topics: tidy(answer.topics, MOST_TOPICS, TOPIC_CHARS),
    evidence: [
      ...checkEvidence(
        [...answer.conversation_summary, ...answer.actions_summary].flatMap(({ sentence, turns }) =>
          sentencesOfBlock(oneLine(sentence)).map(part => ({ sentence: part, turns: turns.map(turnIndexOf) })),
        ),
        source,
      ),
      ...findings,
    ],
  };
}

/** What the record does not hold is left out; what its own turns do not say is marked. */
function checkFindings(sentences: Sentences, source: Facts['source'], record: string): Evidence[] {
  const turnsOf = new Map(sentences.map(({ sentence, turns }) => [tidy([sentence], 1, FINDING_CHARS)[0], turns]));
  const texts = tidy(
    sentences.map(({ sentence }) => sentence),
    MOST_FINDINGS,
    FINDING_CHARS,
  );
  const againstRecord = checkEvidence(
    texts.map(sentence => ({ sentence, turns: [0] })),
    new Map([[0, record]]),
  );
  const withTurns = texts.map(sentence => ({ sentence, turns: (turnsOf.get(sentence) ?? []).map(turnIndexOf) }));
  return checkEvidence(withTurns, source)
    .filter((_, index) => againstRecord[index]?.supported)
    .map(evidence => ({ ...evidence, finding: true as const }));
}

function textOf(sentences: Sentences): string {
  return sentences
    .map(({ sentence }) => oneLine(sentence))
    .filter(Boolean)
    .join(' ');
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function tidy(texts: readonly string[], count: number, chars: number): string[] {
  const clean = texts.map(text => shorten(oneLine(text), chars)).filter(Boolean);
  return [...new Set(clean)].slice(0, count);
}
