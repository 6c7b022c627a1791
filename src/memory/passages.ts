import { findTerms } from '../model/snippet.ts';
import type { QueryTerm } from '../model/words.ts';

/** Words that mark a sentence as a decision or its reason, in English and French. */
const decisive =
  /\b(decided|decision|chose|agreed|settled|rejected|instead|because|conclusion|root cause|turned out|we keep|décidé|décidons|décision|choisi|retenu|rejeté|parce que|finalement)/i;

const PASSAGE_CHARS = 420;

export interface BestPassage {
  text: string;
  /** How many of the terms its first sentence has, and a little more if it tells of a decision. */
  score: number;
}

/** The sentence of a text that answers a question best, with those that follow it as far as there is room. */
export function bestPassage(text: string, terms: readonly QueryTerm[]): BestPassage {
  const sentences = splitSentences(text);
  const scores = sentences.map(sentence => {
    const matches = findTerms(sentence, terms);
    const matched = new Set(matches.map(match => match.term));
    const whole = new Set(matches.filter(match => match.whole).map(match => match.term));
    const worth = (matched.size + whole.size) / 2;
    return worth === 0 ? 0 : worth + (decisive.test(sentence) ? 0.5 : 0);
  });
  const top = Math.max(0, ...scores);
  const first = scores.indexOf(top);
  let passage = sentences[first] ?? '';
  for (const next of sentences.slice(first + 1)) {
    if (passage.length + next.length + 1 > PASSAGE_CHARS) {
      break;
    }
    passage += /^[-*\d]/.test(next) ? `\n${next}` : ` ${next}`;
  }
  return { text: passage, score: top };
}

/** Sentences and list items, without code blocks and headings. */
export function splitSentences(text: string): string[] {
  const prose = text
    .slice(0, 60_000)
    .replace(/^ {0,3}(`{3,}|~{3,})[\s\S]*?^ {0,3}\1\s*$/gm, '')
    .replace(/^#{1,6}\s.*$/gm, '');
  return prose
    .split(/\n+/)
    .flatMap(line => line.split(/(?<=[.!?…])\s+(?=[\p{Lu}\p{N}"'`*(])/u))
    .map(sentence => sentence.trim())
    .filter(sentence => /[\p{L}\p{N}]/u.test(sentence));
}
