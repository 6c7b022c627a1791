import { decisive } from '../../model/text/decisive.ts';
import { splitSentences } from '../../model/text/sentences.ts';
import { findTerms } from '../../model/words/findTerms.ts';
import type { QueryTerm } from '../../model/words/words.ts';

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
  const top = scores.reduce((best, score) => Math.max(best, score), 0);
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
