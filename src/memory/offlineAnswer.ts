import { sayDate } from '../util/dates.ts';
import { sayTurns } from './context/history.ts';
import type { Quote, Quoted } from './context/offlineQuotes.ts';
import { escapeMarkdown, quoteMarkdown } from './markdown.ts';

const NO_MODEL = '*From memory alone, without a language model. Choose one in the model picker for a written answer.*';

/** The pieces of an answer that quotes memory, so that a host can put links between them. */
export interface OfflineAnswer {
  opening: string;
  quotes: Quote[];
}

export function offlineAnswer({ quotes, missing }: Quoted): OfflineAnswer {
  return { opening: [NO_MODEL, ...sayMissing(quotes, missing)].join('\n\n'), quotes };
}

function sayMissing(quotes: readonly Quote[], missing: readonly string[]): string[] {
  const words = missing.map(word => `“${escapeMarkdown(word)}”`).join(', ');
  if (quotes.length === 0) {
    return [`There is nothing in memory about ${words || 'that'}.`];
  }
  if (quotes.every(({ pinned }) => pinned)) {
    return [`There is nothing else in memory about ${words || 'that'}. What you chose to always use:`];
  }
  return words ? [`Nothing in memory mentions ${words}. The closest passages:`] : [];
}

/** `**Retry policy for uploads** · Tue 4 Nov · turn 9 · you asked`; the host may make the title a link. */
export function quoteHeading(quote: Quote, now: Date, title = escapeMarkdown(quote.conversation_title)): string {
  const { level, said, pinned, timestamp } = quote;
  return [
    `${level > 0 ? `L${level} ` : ''}**${title}**`,
    sayDate(new Date(timestamp), now),
    sayTurns(quote),
    ...(said === 'user' ? ['you asked'] : []),
    ...(pinned ? ['always used'] : []),
  ].join(' · ');
}

/** The whole answer as text, for those who cannot be given links. */
export function offlineAnswerText({ opening, quotes }: OfflineAnswer, now: Date): string {
  const quoted = quotes.map(quote => {
    const files = quote.files.map(file => `\`${file.replaceAll('`', "'")}\``).join(', ');
    return `${quoteHeading(quote, now)}\n\n${quoteMarkdown(quote.text)}${files ? `\n\nFiles: ${files}` : ''}`;
  });
  return [opening, ...quoted].join('\n\n');
}
