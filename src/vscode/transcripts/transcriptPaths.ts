import { summaryLabel } from '../../memory/summaries/summaryLabel.ts';
import type { Conversation } from '../../model/conversation.ts';
import type { Summary } from '../../model/summary/summary.ts';

/**
 * `/<conversation>/<title>.md`: the title is for people, the id finds the conversation.
 * `/<conversation>/<turn>/<tool call>/<tool name>.md` is the page of one tool call,
 * `/<conversation>/summary/<summary>/<label>.md` that of a summary.
 */
export function transcriptName({ title }: Conversation): string {
  return fileName(title, 'Conversation');
}

/** Below the conversation's folder. */
export function summaryPath(summary: Summary): string {
  const label = fileName(`L${summary.level} ${summaryLabel(summary)}`, 'Summary');
  return `summary/${summary.uuid}/${label}`;
}

export function fileName(title: string, otherwise: string): string {
  return `${title.replace(/[\\/:*?"<>|#%\s]+/g, ' ').trim() || otherwise}.md`;
}

/** A path as the target of a Markdown link. */
export function linkTo(path: string): string {
  return encodeURI(path.toWellFormed()).replace(/[()#?]/g, char => `%${char.charCodeAt(0).toString(16).toUpperCase()}`);
}
