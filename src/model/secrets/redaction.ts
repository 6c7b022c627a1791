/** How a found secret is blanked out; what is around it stays. */

export const REDACTED = '[redacted]';

export interface Span {
  start: number;
  end: number;
}

/**
 * Blanks out what `find` makes of each match, which may lie behind it. Where it finds nothing, the search goes on
 * behind the match, so a pattern holds no more than what leads to a secret.
 */
export function blankOut(
  text: string,
  pattern: RegExp,
  find: (match: RegExpExecArray, end: number) => Span | undefined,
): string {
  const kept: string[] = [];
  let done = 0;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    const span = find(match, pattern.lastIndex);
    if (span && span.end > span.start && span.start >= done) {
      kept.push(text.slice(done, span.start), REDACTED);
      done = span.end;
      pattern.lastIndex = done;
    }
  }
  return done === 0 ? text : kept.join('') + text.slice(done);
}

/** What stands where a value is expected. */
export interface Value extends Span {
  text: string;
  quoted: boolean;
  /** The character behind it, a closing quote left out of account. */
  next: string;
}

const opening = /\\{0,3}(["'`])/y;
const bareSigns = `(?:[^\\s"'\`()<>{}[\\],;|&$\\\\]|\\$(?![({])|&(?![\\w.-]{1,40}=|&)|\\\\(?![nrt"'\\\\]))`;
/** More than is needed to judge a value; one that is longer is followed to its end when it is blanked out. */
const bare = new RegExp(`${bareSigns}{1,256}`, 'y');
const moreOfBare = new RegExp(`${bareSigns}+`, 'y');
const LONGEST_PHRASE = 160;

/** Reads what stands at a place: in quotes up to the quote that closes it, else up to a sign that no value holds. */
export function readValue(text: string, at: number): Value | undefined {
  opening.lastIndex = at;
  const quote = opening.exec(text);
  return quote ? quotedValue(text, opening.lastIndex, quote) : bareValue(text, at);
}

function quotedValue(text: string, start: number, [opened, sign = '"']: RegExpExecArray): Value | undefined {
  const isEscaped = opened.length > 1;
  let close = text.indexOf(sign, start);
  for (let count = 0; count < 4 && !isEscaped && close > start && text[close - 1] === '\\'; count++) {
    close = text.indexOf(sign, close + 1);
  }
  const whole = text.slice(start, close < 0 ? start + LONGEST_PHRASE : close);
  const blank = whole.search(/\s/);
  if (blank >= 0 && (close < 0 || whole.length > LONGEST_PHRASE || whole.includes('\n'))) {
    return undefined;
  }
  let end = start + whole.length;
  // In JSON within a string the closing quote has backslashes before it, which are not part of the value.
  while (isEscaped && end > start && text[end - 1] === '\\') {
    end--;
  }
  return end === start
    ? undefined
    : { start, end, text: text.slice(start, end), quoted: true, next: text[start + whole.length + 1] ?? '' };
}

function bareValue(text: string, start: number): Value | undefined {
  bare.lastIndex = start;
  const match = bare.exec(text);
  if (!match) {
    return undefined;
  }
  let end = start + match[0].length;
  // A sentence's full stop is not part of what it tells.
  while (end > start && /[.:,]/.test(text[end - 1] ?? '')) {
    end--;
  }
  return { start, end, text: text.slice(start, end), quoted: false, next: text[end] ?? '' };
}

/** A value that is to go: all of it, also where it is longer than what was judged. */
export function wholeSpan(text: string, value: Value): Span {
  moreOfBare.lastIndex = value.end;
  const isCutShort = !value.quoted && value.end - value.start >= 250 && moreOfBare.test(text);
  return { start: value.start, end: isCutShort ? moreOfBare.lastIndex : value.end };
}

/** The line's text before a place, as far as it matters. */
export function lineBefore(text: string, at: number): string {
  const part = text.slice(Math.max(0, at - 200), at);
  return part.slice(part.lastIndexOf('\n') + 1);
}

/** The line's text behind a place, as far as it matters. */
export function lineAfter(text: string, at: number): string {
  const part = text.slice(at, at + 80);
  const end = part.search(/[\r\n]/);
  return end < 0 ? part : part.slice(0, end);
}
