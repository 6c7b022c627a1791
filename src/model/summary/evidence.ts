import { claimsOf, contentWords, Source } from '../text/claims.ts';
import { splitSentences } from '../text/sentences.ts';
import type { Evidence, SummaryContent } from './summary.ts';

export interface NamedSentence {
  sentence: string;
  /** By turn_index. */
  turns: readonly number[];
}

/** By turn_index, the whole text of a turn. */
export type TurnTexts = ReadonlyMap<number, string>;

/** Drops turns that do not exist, and marks the sentences that none of their turns speaks for. */
export function checkEvidence(sentences: readonly NamedSentence[], source: TurnTexts): Evidence[] {
  const sources = sourcesOf(source);
  return sentences.map(({ sentence, turns }) => {
    const existingTurns = [...new Set(turns)].filter(turn => source.has(turn)).sort((a, b) => a - b);
    return { sentence, turns: existingTurns, supported: isSupported(sentence, existingTurns.map(sources)) };
  });
}

function isSupported(sentence: string, texts: readonly Source[]): boolean {
  if (texts.length === 0) {
    return false;
  }
  const claims = claimsOf(sentence);
  if (claims.length > 0) {
    return claims.some(claim => texts.some(text => text.holds(claim)));
  }
  const words = contentWords(sentence);
  return words.length === 0 || texts.some(text => text.sharesWord(words));
}

/** Share of the summary's sentences all of whose names, numbers, identifiers and file names are in their turns. */
export function fidelity(content: SummaryTexts, source: TurnTexts): number {
  const sentences = namedSentences(content);
  const sources = sourcesOf(source);
  const faithful = sentences.filter(({ sentence, turns }) => {
    const texts = turns.filter(turn => source.has(turn)).map(sources);
    return texts.length > 0 && claimsOf(sentence).every(claim => texts.some(text => text.holds(claim)));
  });
  return sentences.length === 0 ? 1 : faithful.length / sentences.length;
}

type SummaryTexts = Pick<SummaryContent, 'conversation_summary' | 'actions_summary' | 'evidence'>;

/** All sentences of both texts: those with evidence as it names them, any text between them resting on no turn; then the findings. */
export function namedSentences(content: SummaryTexts): NamedSentence[] {
  const named: NamedSentence[] = [];
  const evidence = sentenceEvidence(content);
  let next = 0;
  for (const text of [content.conversation_summary, content.actions_summary]) {
    let at = 0;
    for (let sentenceStart = 0; next < evidence.length; next++) {
      const { sentence } = evidence[next]!;
      sentenceStart = sentence === '' ? -1 : text.indexOf(sentence, at);
      if (sentenceStart === -1) {
        break;
      }
      addUnnamed(named, text.slice(at, sentenceStart));
      named.push(evidence[next]!);
      at = sentenceStart + sentence.length;
    }
    addUnnamed(named, text.slice(at));
  }
  return [...named, ...evidence.slice(next), ...content.evidence.filter(({ finding }) => finding)];
}

/** Of the two texts alone. */
export function sentenceEvidence({ evidence }: Pick<SummaryContent, 'evidence'>): Evidence[] {
  return evidence.filter(({ finding }) => !finding);
}

/** Undefined for a finding from before findings named their turns. */
export function findingEvidence({ evidence }: Pick<SummaryContent, 'evidence'>, text: string): Evidence | undefined {
  return evidence.find(({ finding, sentence }) => finding && sentence === text);
}

function addUnnamed(named: NamedSentence[], text: string): void {
  for (const sentence of splitSentences(text)) {
    named.push({ sentence, turns: [] });
  }
}

/** Each text is prepared once, when it is first named. */
function sourcesOf(source: TurnTexts): (turn: number) => Source {
  const sources = new Map<number, Source>();
  return turn => {
    const prepared = sources.get(turn) ?? new Source(source.get(turn) ?? '');
    sources.set(turn, prepared);
    return prepared;
  };
}
