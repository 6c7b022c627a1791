import { REDACTED } from './redaction.ts';
import { otherForms, type SecretForm, secretAddresses, secretForms } from './secretRules.ts';
import { isScrambled } from './secretValue.ts';

/** Secrets that are told apart by their form alone, in one look over the text for those that begin alike. */

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

const firstSign = ({ start }: SecretForm) => start.slice(0, 1);

/** Grouped by the first sign, so that at most places nothing is tried at all. */
function together(forms: readonly SecretForm[]): string {
  const groups = [...Map.groupBy(forms, firstSign)].map(([first, group]) => {
    const rests = group.map(({ start, rest }) => `${escaped(start.slice(1))}(?:${rest})`);
    return `${escaped(first)}(?:${rests.join('|')})`;
  });
  return `(?<![A-Za-z0-9])(?:${groups.join('|')})`;
}

const certain = new RegExp(together(secretForms.filter(form => !form.needsDigit)), 'g');
const likely = new RegExp(together(secretForms.filter(form => form.needsDigit)), 'g');
const others = new RegExp(otherForms.map(({ rest }) => rest).join('|'), 'g');
const addresses = secretAddresses.map(([lead, secret]) => new RegExp(`(${lead})${secret}`, 'gi'));

/** A name in code has neither digits nor capitals in turn with small letters. */
const isRandom = (secret: string) => /\d/.test(secret) || isScrambled(secret.replace(/^[a-z]+[-_]|[-_]/g, ''));

/** Secrets have no blanks and are long, which most of a text is not: only such runs are looked at closely. */
const SHORTEST_RUN = 14;
const inRun = Array.from({ length: 128 }, (_, code) => /[\w.:~+/=!$@%?&#-]/.test(String.fromCharCode(code)));

export function redactForms(text: string): string {
  const kept: string[] = [];
  let done = 0;
  let start = 0;
  while (start + SHORTEST_RUN <= text.length) {
    // From the end of where a run would be: a sign that is in none lets us go on behind it.
    let at = start + SHORTEST_RUN - 1;
    while (at >= start && inRun[text.charCodeAt(at)]) {
      at--;
    }
    if (at < start) {
      const end = endOfRun(text, start + SHORTEST_RUN);
      const run = text.slice(start, end);
      const redacted = redactRun(run);
      if (redacted !== run) {
        kept.push(text.slice(done, start), redacted);
        done = end;
      }
      at = end;
    }
    start = at + 1;
  }
  return done === 0 ? text : kept.join('') + text.slice(done);
}

function endOfRun(text: string, from: number): number {
  let end = from;
  while (end < text.length && inRun[text.charCodeAt(end)]) {
    end++;
  }
  return end;
}

function redactRun(text: string): string {
  if (!/\d|[a-z][A-Z]/.test(text)) {
    return text;
  }
  const withoutForms = text
    .replace(certain, REDACTED)
    .replace(likely, likelySecret => (isRandom(likelySecret) ? REDACTED : likelySecret))
    .replace(others, REDACTED);
  return /hook|api/.test(text)
    ? addresses.reduce((result, pattern) => result.replace(pattern, `$1${REDACTED}`), withoutForms)
    : withoutForms;
}
