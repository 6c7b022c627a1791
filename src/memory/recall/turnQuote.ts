import { makeSnippet } from '../../model/search/snippet.ts';
import type { Turn } from '../../model/turn/turn.ts';
import { materialOf } from '../../model/turn/whatIsMemory.ts';
import { queryTerms } from '../../model/words/words.ts';

export interface TurnQuote {
  text: string;
  /** False: there is no answer that says something, so that the person's own words are quoted. */
  answered: boolean;
}

const QUOTE_CHARS = 240;

/** What was answered in a turn about some words, as one stretch of it; what was asked only where nothing was answered. */
export function turnQuote(turn: Turn, words: string): TurnQuote {
  const terms = queryTerms(words);
  const { user, assistant } = materialOf(turn) ?? turn;
  const answer = assistant?.content.trim() ?? '';
  const { snippet } = makeSnippet(answer || user.content, terms, QUOTE_CHARS);
  return { text: snippet.trim() || '(no words)', answered: answer !== '' };
}
