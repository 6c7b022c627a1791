import type { Receipt, ReceiptItem } from '../../model/receipt.ts';
import type { Summary } from '../../model/summary.ts';
import { queryTerms } from '../../model/words.ts';

const MOST = 3;
const LONGEST = 90;

/** What one might ask next: about what was rejected, what others asked about the same, and where more was said. */
export function followUps(receipt: Receipt, summaries: readonly Summary[], asked: readonly string[]): string[] {
  const near = [
    ...receipt.given.filter(({ block }) => block === 'past'),
    ...receipt.left_out.filter(({ reason }) => reason === 'limit' || reason === 'covered'),
  ];
  const questions = [
    ...summaries.flatMap(({ key_findings }) => key_findings.flatMap(whyRejected)),
    ...near.flatMap(questionOf),
    ...near.flatMap(whatElse),
  ];
  const chosen: string[] = [];
  const known = new Set([receipt.question, ...asked].map(sense));
  for (const question of questions) {
    if (chosen.length < MOST && !known.has(sense(question))) {
      known.add(sense(question));
      chosen.push(question);
    }
  }
  return chosen;
}

/** `Rejected: a mutex, because …` */
function whyRejected(finding: string): string[] {
  const what = /^rejected:?\s+(.+)$/i.exec(finding.trim())?.[1] ?? /^(.+?) (?:was|were) rejected\b/i.exec(finding)?.[1];
  const short = what?.split(/[,;.:(]|\s(?:because|since|as it|for)\s/)[0]?.trim() ?? '';
  return short !== '' && short.length <= 60 ? [`Why was ${lowerFirst(short)} rejected?`] : [];
}

/** The first line of what a person once asked, where it stands on its own. */
function questionOf({ level, label }: ReceiptItem): string[] {
  const alone = level === 0 && /[?？]$/.test(label) && label.length <= LONGEST && queryTerms(label).length >= 2;
  return alone && !/^\/|^(and|or|but|et|ou|mais)\b/i.test(label) ? [label] : [];
}

function whatElse({ conversation_title: title }: ReceiptItem): string[] {
  return title !== '' && title.length <= 60 && !/[?？…]$/.test(title) ? [`What was decided in “${title}”?`] : [];
}

/** `The mutex` in the middle of a sentence, but `JSON` and `RetryPolicy` as they are. */
function lowerFirst(text: string): string {
  return /^[A-Z][a-z]*(\s|$)/.test(text) && /^(The|A|An|This|That)\s/.test(text)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

const sense = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
