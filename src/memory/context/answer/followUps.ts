import type { Receipt, ReceiptItem } from '../../../model/receipt/receipt.ts';
import type { Summary } from '../../../model/summary/summary.ts';
import { queryTerms } from '../../../model/words/words.ts';

const MOST_QUESTIONS = 3;
const LONGEST_QUESTION = 90;
/** What was rejected stands at the head of a finding. */
const FINDING_CHARS_READ = 300;

export interface Around {
  /** Those that were given. */
  summaries?: readonly Summary[];
  /** What was asked beside the turns that were given. */
  beside?: readonly string[];
  /** What was asked in this chat already. */
  asked?: readonly string[];
}

/** What one might ask next: why something was rejected, what was asked about the same, and where more was said. */
export function followUps(receipt: Receipt, { summaries = [], beside = [], asked = [] }: Around = {}): string[] {
  const near = [
    ...receipt.given.filter(({ block }) => block === 'past'),
    ...receipt.left_out.filter(({ reason }) => reason === 'limit' || reason === 'covered'),
  ];
  const isFirst = ({ conversation_id }: ReceiptItem) => conversation_id === near[0]?.conversation_id;
  const questions = [
    ...summaries.flatMap(({ key_findings }) => key_findings.flatMap(whyRejected)),
    ...near.flatMap(({ level, label }) => (level === 0 ? standsAlone(label) : [])),
    ...beside.flatMap(standsAlone),
    // The first conversation last: most of it is in the answer already.
    ...near.toSorted((a, b) => Number(isFirst(a)) - Number(isFirst(b))).flatMap(whatElse),
  ];
  const chosen: string[] = [];
  const askedSenses = new Set([receipt.question, ...asked].map(sense));
  for (const question of questions) {
    if (chosen.length < MOST_QUESTIONS && !askedSenses.has(sense(question))) {
      askedSenses.add(sense(question));
      chosen.push(question);
    }
  }
  return chosen;
}

/** `Rejected: a mutex, because …` */
function whyRejected(finding: string): string[] {
  const text = finding.trim().slice(0, FINDING_CHARS_READ);
  const rejected = /^rejected:?\s+(.+)$/i.exec(text)?.[1] ?? /^(.+?) (?:was|were) rejected\b/i.exec(text)?.[1];
  const short = rejected?.split(/[,;.:(]|\s(?:because|since|as it|for)\s/)[0]?.trim() ?? '';
  return short !== '' && short.length <= 60 ? [`Why was ${lowerFirst(short)} rejected?`] : [];
}

/** The first line of what a person once asked, where it can be asked again. */
function standsAlone(line: string): string[] {
  const whole = /[?？]$/.test(line) && line.length <= LONGEST_QUESTION && queryTerms(line).length >= 2;
  return whole && !/^\/|^(and|or|but|so|et|ou|mais)\b/i.test(line) ? [line] : [];
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
