import type { DatedSummary } from '../summary/summary.ts';
import type { MessageRole, Turn } from '../turn/turn.ts';

/** A place in a conversation that matches. */
export interface SearchHit {
  conversation_id: string;
  conversation_title: string;
  source: string;
  workspace_id: string;
  workspace_name: string;
  /** Undefined when the conversation's title matched rather than one of its turns. */
  turn_index: number | undefined;
  /** Whose words the snippet shows. */
  role: Exclude<MessageRole, 'system'>;
  timestamp: string;
  snippet: string;
  /** Matched words in the snippet: start and end offsets, in order, apart from each other. */
  highlights: [number, number][];
  /** Given, used, or linked: by their present paths where those are known. */
  files: string[];
  /** Higher is better; comparable within one answer only. */
  score: number;
  /** All words were found; false when only some were. */
  complete: boolean;
  /** Where it was asked for. */
  turn?: Turn;
}

/** A summary that bears on a question. `similarity` is in 0…1, whatever it is made of. */
export interface SummaryHit extends DatedSummary {
  /** Matched words against those of the question, rare ones weighing more. */
  words: number;
  /** Nearness in meaning, where there are vectors. */
  meaning?: number;
  similarity: number;
}
