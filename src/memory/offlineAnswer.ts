import { sayDate } from '../util/dates.ts';
import { escapeMarkdown, quoteMarkdown } from './markdown.ts';
import type { Passage, Recalled } from './recall.ts';

const NO_MODEL = '*From memory alone, without a language model. Choose one in the model picker for a written answer.*';

/** The pieces of an answer that quotes memory, so that a host can put links between them. */
export interface OfflineAnswer {
  opening: string;
  quotes: { heading: string; quote: string; passage: Passage }[];
}

export function offlineAnswer({ passages, missing }: Recalled, now: Date): OfflineAnswer {
  const words = missing.map(word => `“${escapeMarkdown(word)}”`).join(', ');
  if (passages.length === 0) {
    return { opening: `${NO_MODEL}\n\nThere is nothing in memory about ${words || 'that'}.`, quotes: [] };
  }
  return {
    opening: words ? `${NO_MODEL}\n\nNothing in memory mentions ${words}. The closest passages:` : NO_MODEL,
    quotes: passages.map(passage => ({
      heading: headingOf(passage, now),
      quote: quoteMarkdown(passage.text),
      passage,
    })),
  };
}

function headingOf({ hit, role }: Passage, now: Date): string {
  const when = sayDate(new Date(hit.timestamp), now);
  const turn = `turn ${(hit.turn_index ?? 0) + 1}`;
  return `**${escapeMarkdown(hit.conversation_title)}** · ${when} · ${turn}${role === 'user' ? ' · you asked' : ''}`;
}

/** The whole answer as text, for those who cannot be given links. */
export function offlineAnswerText(answer: OfflineAnswer): string {
  const quotes = answer.quotes.map(({ heading, quote, passage }) => {
    const files = passage.hit.files.map(file => `\`${file.replaceAll('`', "'")}\``).join(', ');
    return `${heading}\n\n${quote}${files ? `\n\nFiles: ${files}` : ''}`;
  });
  return [answer.opening, ...quotes].join('\n\n');
}
