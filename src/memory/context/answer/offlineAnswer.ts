import { isAsked } from '../../../model/stated/stated.ts';
import { sayTurns } from '../../../model/turn/turnSpan.ts';
import { sayDate } from '../../../util/dates.ts';
import { firstLine, shorten } from '../../../util/text.ts';
import { codeSpan, escapeMarkdown, quoteMarkdown } from '../../markdown/markdown.ts';
import type { Quote, Quoted } from './offlineQuotes.ts';

const NO_MODEL = '*From memory alone, without a language model. Choose one in the model picker for a written answer.*';

/** The pieces of an answer that quotes memory, so that a host can put links between them. */
export interface OfflineAnswer {
  opening: string;
  quotes: Quote[];
}

export function offlineAnswer(quoted: Quoted): OfflineAnswer {
  const { quotes, near } = quoted;
  return { opening: [NO_MODEL, ...sayMissing(quoted)].join('\n\n'), quotes: [...quotes, ...near] };
}

function sayMissing({ quotes, near, missing }: Quoted): string[] {
  const words = missing.map(word => `“${escapeMarkdown(word)}”`).join(', ');
  if (near.length > 0) {
    const pinned = quotes.length > 0 ? ' What you chose to always use, then the nearest:' : ' The nearest:';
    return [`No close match${words ? `: nothing in memory mentions ${words}` : ''}.${pinned}`];
  }
  if (quotes.length === 0) {
    return [`There is nothing in memory about ${words || 'that'}.`];
  }
  if (quotes.every(({ pinned }) => pinned)) {
    return [`There is nothing else in memory about ${words || 'that'}. What you chose to always use:`];
  }
  return words ? [`Nothing in memory mentions ${words}. The closest passages:`] : [];
}

const NOTED_CHARS = 600;

/** Says what was kept of what a person told, and whether it is. */
export function acknowledgement(stated: string, keeping: 'kept' | 'waiting' | 'paused'): string {
  const opening = {
    kept: 'Noted:',
    waiting: 'Noted; it will be written as soon as the memory file can be:',
    paused: 'Recording is paused, so this is not kept:',
  }[keeping];
  return `${opening}\n\n${quoteMarkdown(shorten(stated, NOTED_CHARS))}\n\n`;
}

/** `**Retry policy for uploads** · Tue 4 Nov · turn 9 · you asked`; the host may make the title a link. */
export function quoteHeading(quote: Quote, now: Date, title = escapeMarkdown(quote.conversation_title)): string {
  const { level, said, pinned, timestamp } = quote;
  return [
    `${level > 0 ? `L${level} ` : ''}**${title}**`,
    sayDate(new Date(timestamp), now),
    sayTurns(quote),
    ...(said === 'user' ? [isAsked(firstLine(quote.text)) ? 'you asked' : 'you said'] : []),
    ...(pinned ? ['always used'] : []),
  ].join(' · ');
}

/** The whole answer as text, for those who cannot be given links. */
export function offlineAnswerText({ opening, quotes }: OfflineAnswer, now: Date): string {
  const quoted = quotes.map(quote => {
    const files = quote.files.map(codeSpan).join(', ');
    return `${quoteHeading(quote, now)}\n\n${quoteMarkdown(quote.text)}${files ? `\n\nFiles: ${files}` : ''}`;
  });
  return [opening, ...quoted].join('\n\n');
}
