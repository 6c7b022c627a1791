import type { Turn } from '../turn/turn.ts';
import { isAnswerIndexed } from '../turn/whatIsMemory.ts';
import type { QueryTerm } from '../words/words.ts';
import type { SearchHit } from './hits.ts';
import { makeSnippet } from './snippet.ts';

/** Which conversation was found. */
export type HitPlace = Pick<
  SearchHit,
  'conversation_id' | 'conversation_title' | 'source' | 'workspace_id' | 'workspace_name' | 'score'
>;

export interface TurnFound extends HitPlace {
  turn: Turn;
  files: string[];
  complete: boolean;
}

/** Shows the side that was asked for; else the answer where it tells more of the words than the question. */
export function turnHit(found: TurnFound, terms: readonly QueryTerm[], role?: SearchHit['role']): SearchHit {
  const { turn, ...place } = found;
  const { user, assistant } = turn;
  const question = makeSnippet(user.content, terms);
  const reply = makeSnippet(assistant && isAnswerIndexed(user.kind) ? assistant.content : '', terms);
  const showsReply = role ? role === 'assistant' : reply.matched > question.matched;
  const { snippet, highlights } = showsReply ? reply : question;
  const { turn_index, timestamp } = user;
  return { ...place, turn_index, role: showsReply ? 'assistant' : 'user', timestamp, snippet, highlights };
}

/** A conversation by its title. */
export function titleHit(place: HitPlace & { timestamp: string }, terms: readonly QueryTerm[]): SearchHit {
  const { snippet, highlights } = makeSnippet(place.conversation_title, terms);
  return { ...place, turn_index: undefined, role: 'user', snippet, highlights, files: [], complete: true };
}
