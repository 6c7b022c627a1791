import { findingEvidence, sentenceEvidence } from '../../model/summary/evidence.ts';
import type { Evidence, Summary } from '../../model/summary/summary.ts';
import { sayTurns } from '../../model/turn/turnSpan.ts';
import { sayDate } from '../../util/dates.ts';
import { codeSpan, escapeMarkdown, quoteMarkdown } from '../markdown/markdown.ts';
import { summaryLabel } from './summaryLabel.ts';

/** What a page of a summary shows besides the summary itself. */
export interface SummaryPage {
  summary: Summary;
  conversation_title: string;
  /** When the last turn it stands for was said. */
  timestamp: string;
  /** Workspace-relative paths. */
  files: readonly string[];
  /** The summaries it condenses, as far as they are still there. */
  below: readonly Summary[];
}

/** Where its links lead; only the host knows. */
export interface SummaryLinks {
  turn: (turn_index: number) => string;
  summary: (summary: Summary) => string;
}

export const PROVISIONAL = 'Made offline for now. It will be redone when the model is back.';

/** A summary as a Markdown document in which each sentence leads to the turn it rests on. */
export function renderSummaryPage(page: SummaryPage, links: SummaryLinks, now: Date): string {
  const { summary, files, below } = page;
  const sentences = sentenceEvidence(summary);
  const ofConversation = sentences.filter(({ sentence }) => summary.conversation_summary.includes(sentence.trim()));
  const ofActions = sentences.filter(evidence => !ofConversation.includes(evidence));
  const blocks = [
    `# ${escapeMarkdown(summaryLabel(summary))}`,
    `${summaryFacts(page, now)} · [open the transcript](${links.turn(summary.start_turn)})`,
    ...(summary.provisional ? [`*${PROVISIONAL}*`] : []),
    ...section('What was said', summary.conversation_summary, ofConversation, links),
    ...section('What was done', summary.actions_summary, ofActions, links),
    ...list(
      'Findings',
      summary.key_findings.map(finding => {
        const evidence = findingEvidence(summary, finding);
        return evidence ? renderSentence(evidence, links) : escapeMarkdown(finding);
      }),
    ),
    ...list(
      'Made of',
      below.map(child => {
        const label = escapeMarkdown(summaryLabel(child));
        return `L${child.level} · ${sayTurns(child)} · [${label}](${links.summary(child)})`;
      }),
    ),
    ...list('Files', files.map(codeSpan)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

/** Conversation, level, range, model and when that was said, in one line. */
export function summaryFacts({ summary, conversation_title, timestamp }: SummaryPage, now: Date): string {
  return [
    escapeMarkdown(conversation_title),
    `L${summary.level}`,
    sayTurns(summary),
    `by ${escapeMarkdown(summary.made_by)}`,
    sayDate(new Date(timestamp), now),
  ].join(' · ');
}

function section(title: string, text: string, evidence: readonly Evidence[], links: SummaryLinks): string[] {
  if (text.trim() === '') {
    return [];
  }
  return evidence.length === 0
    ? [`## ${title}`, quoteMarkdown(text)]
    : list(
        title,
        evidence.map(each => renderSentence(each, links)),
      );
}

/** The sentence leads to its first turn; the others stand behind it. */
function renderSentence({ sentence, turns, supported }: Evidence, links: SummaryLinks): string {
  const text = escapeMarkdown(sentence.trim());
  const [first, ...others] = turns;
  if (!supported || first === undefined) {
    const where = turns.map(turn => turnLink(turn, links)).join(', ');
    return `⚠ ${text} *(not supported${where ? ` by turn ${where}` : ' by any turn'})*`;
  }
  const more = others.length > 0 ? `, ${others.map(turn => turnLink(turn, links)).join(', ')}` : '';
  return `[${text}](${links.turn(first)}) *(${others.length > 0 ? 'turns' : 'turn'} ${turnLink(first, links)}${more})*`;
}

function turnLink(turn_index: number, links: SummaryLinks): string {
  return `[${turn_index + 1}](${links.turn(turn_index)})`;
}

function list(title: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [`## ${title}`, items.map(item => `- ${item}`).join('\n')];
}
