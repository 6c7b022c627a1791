import type { Turn } from './turn.ts';

const NOTE = '(taken back)';

/** The turn as summaries condense it: of one that was withdrawn they say no more than that. */
export function withoutWithdrawn(turn: Turn): Turn {
  const user = { ...turn.user, content: NOTE, char_count: NOTE.length, references: [] };
  return turn.withdrawn ? { ...turn, user, assistant: undefined, tools: [] } : turn;
}
