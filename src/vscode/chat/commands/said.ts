import { supportedText } from '../../../memory/context/prompt/supportedText.ts';
import { commandLink, escapeMarkdown, quoteMarkdown } from '../../../memory/markdown/markdown.ts';
import { isAsked } from '../../../model/stated/stated.ts';
import type { DatedSummary } from '../../../model/summary/summary.ts';
import type { Turn } from '../../../model/turn/turn.ts';
import { saySpan } from '../../../model/turn/turnSpan.ts';
import { sayDate } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import { commands } from '../../ids.ts';

/** `**Retry policy for uploads** · Tue 4 Nov · turn 9`, the title a link to that turn. */
export function turnHeading(
  { conversation_id, turn_index }: { conversation_id: string; turn_index: number },
  title: string,
  timestamp: string,
  now: Date,
): string {
  const link = commandLink(escapeMarkdown(title), commands.openTranscript, conversation_id, turn_index);
  return `**${link}** · ${sayDate(new Date(timestamp), now)} · turn ${turn_index + 1}`;
}

/** Whose words are quoted, when they are the person's own. */
export const youSaid = (words: string) => (isAsked(firstLine(words)) ? 'You asked' : 'You said');

/** A turn beside the one that was found: only what was asked. */
export function neighbourLine({ conversation_id, turn_index, user }: Turn): string {
  const label = commandLink(`${turn_index + 1}`, commands.openTranscript, conversation_id, turn_index);
  return `${label}  ${escapeMarkdown(firstLine(user.content) || '(no words)')}`;
}

/** A summary quoted and dated by its turns, without what its turns do not support. Empty when nothing is left of it. */
export function summaryQuote({ summary, conversation_title, timestamp }: DatedSummary, now: Date): string {
  const text = supportedText(summary).trim();
  if (text === '') {
    return '';
  }
  const { conversation_id, start_turn, level } = summary;
  const link = commandLink(escapeMarkdown(conversation_title), commands.openTranscript, conversation_id, start_turn);
  const facts = [`L${level} **${link}**`, sayDate(new Date(timestamp), now), `turns ${saySpan(summary)}`];
  return `${facts.join(' · ')}\n\n${quoteMarkdown(text)}`;
}
