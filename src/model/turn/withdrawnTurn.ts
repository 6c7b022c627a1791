import type { Turn } from './turn.ts';

const TAKEN_BACK = '(taken back)';

/** The turn as summaries condense it: of one that was withdrawn they say no more than that. */
export function withoutWithdrawn(turn: Turn): Turn {
  const user = { ...turn.user, content: TAKEN_BACK, char_count: TAKEN_BACK.length, references: [] };
  return turn.withdrawn ? { ...turn, user, assistant: undefined, tools: [] } : turn;
}
