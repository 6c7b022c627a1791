import { REDACTED } from './redaction.ts';

/** Private keys as blocks of lines. One without its end takes away no more than the lines that look like a key. */

const begin = /-{4,5} ?BEGIN [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;
const end = /-{4,5} ?END [A-Z\d ]{0,40}PRIVATE KEY(?: BLOCK)? ?-{4,5}/g;

/** Line ends of a file, of a string in JSON or in code, with what may stand before a line. */
const lineEnd = `(?:[ \\t"'+,;]{0,6}(?:\\r?\\n|\\\\{1,2}r?\\\\{0,2}n)[ \\t>|+"'#*]{0,40})`;
const header = '[A-Z][A-Za-z-]{2,20}: [^\\n\\\\]{1,120}';
const firstLines = new RegExp(`(?:${lineEnd}(?:${header})?){1,6}`, 'y');
const firstLine = /[A-Za-z\d+/=_-]{40,}/y;
const keyLine = new RegExp(`${lineEnd}{0,2}[A-Za-z\\d+/=_-]{40,}`, 'y');
const lastLine = new RegExp(`${lineEnd}(?=[A-Za-z]{0,60}[\\d+/=])[A-Za-z\\d+/=]{2,}(?![^\\s"'\\\\,;])`, 'y');

export function redactPrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) {
    return text;
  }
  const kept: string[] = [];
  let done = 0;
  let nextEnd = nextMatch(end, text, 0);
  const begins = [...text.matchAll(begin)];
  for (const [index, { 0: marker, index: start }] of begins.entries()) {
    const body = start + marker.length;
    if (start < done) {
      continue;
    }
    if (nextEnd && nextEnd.index < body) {
      nextEnd = nextMatch(end, text, body);
    }
    const following = begins[index + 1]?.index ?? text.length;
    const closed = nextEnd && nextEnd.index < following && holdsKey(text.slice(body, nextEnd.index));
    const stop = closed && nextEnd ? nextEnd.index + nextEnd[0].length : endOfLines(text, body);
    if (stop > body) {
      kept.push(text.slice(done, start), REDACTED);
      done = stop;
    }
  }
  return done === 0 ? text : kept.join('') + text.slice(done);
}

function nextMatch(pattern: RegExp, text: string, from: number): RegExpExecArray | undefined {
  pattern.lastIndex = from;
  return pattern.exec(text) ?? undefined;
}

/** Between the markers of a sentence about keys there is none. */
const holdsKey = (body: string) => /[A-Za-z\d+/=_-]{16}/.test(body);

/** Where the lines of a key end that begin here; here if there are none. */
function endOfLines(text: string, body: number): number {
  firstLines.lastIndex = body;
  firstLine.lastIndex = firstLines.test(text) ? firstLines.lastIndex : body;
  if (!firstLine.test(text)) {
    return body;
  }
  let stop = firstLine.lastIndex;
  for (keyLine.lastIndex = stop; keyLine.test(text); keyLine.lastIndex = stop) {
    stop = keyLine.lastIndex;
  }
  lastLine.lastIndex = stop;
  return lastLine.test(text) ? lastLine.lastIndex : stop;
}

const puttyLine = '[A-Za-z\\d+/=]{1,120}';
const puttyKey = new RegExp(
  `(\\bPrivate-Lines:[ \\t]{0,4}\\d{1,4}\\r?\\n)${puttyLine}(?:\\r?\\n${puttyLine}(?=\\r?\\n|$)){0,400}`,
  'g',
);

export function redactPuttyKeys(text: string): string {
  return text.includes('Private-Lines') ? text.replace(puttyKey, `$1${REDACTED}`) : text;
}
