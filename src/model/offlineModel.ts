import type { Turn } from './turn.ts';

/** The id under which the offline model's answers are recorded; they only quote, so they are no past of their own. */
export const OFFLINE_MODEL = 'strata/offline';

const NOTE = '(quotes from memory)';

export const isQuoted = ({ assistant }: Turn): boolean => assistant?.model === OFFLINE_MODEL;

/** The turn as summaries condense it: what was asked counts, what was quoted is summarised where it was said. */
export function withoutQuotes(turn: Turn): Turn {
  const { assistant } = turn;
  return assistant && isQuoted(turn) && assistant.content.trim() !== ''
    ? { ...turn, assistant: { ...assistant, content: NOTE, char_count: NOTE.length } }
    : turn;
}
