/** Numbers as people read them: 58, 1.2 k, 124 k, 3.4 M. */
export function sayCount(value: number): string {
  if (value < 1000) {
    return String(value);
  }
  const [scaled, unit] = value < 1_000_000 ? [value / 1000, 'k'] : [value / 1_000_000, 'M'];
  return `${scaled < 10 ? scaled.toFixed(1).replace(/\.0$/, '') : Math.round(scaled)} ${unit}`;
}

export function plural(count: number, word: string, words = `${word}s`): string {
  return `${sayCount(count)} ${count === 1 ? word : words}`;
}

/** Up to the first full stop that ends a sentence. */
export function firstSentence(text: string): string {
  return text.split(/(?<=\.)\s/, 1)[0] ?? text;
}

/** The first line with something on it, at most `max` characters, never cut inside a word if that can be helped. */
export function firstLine(text: string, max = 80): string {
  const line = /\S[^\r\n]*/.exec(firstChars(text, 10_000))?.[0].trim() ?? '';
  return shorten(line.replace(/\s+/g, ' '), max);
}

export function shorten(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const cut = text.slice(0, max - 1);
  const space = cut.lastIndexOf(' ');
  const end = space > max / 2 ? space : max - 1;
  return `${withoutHalfPair(cut.slice(0, end))}…`;
}

/** Cutting at any index can leave half of a surrogate pair behind. */
export function withoutHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

/** The first `max` characters, or one less where a pair would be cut in two. */
export function firstChars(text: string, max: number): string {
  return withoutHalfPair(text.slice(0, Math.max(0, max)));
}

/** The last `max` characters, or one less where a pair would be cut in two. */
export function lastChars(text: string, max: number): string {
  return max <= 0 ? '' : text.slice(-max).replace(/^[\udc00-\udfff]/, '');
}

/** At most `max` characters: both ends stay, and the middle says how much is gone. */
export function cutMiddle(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const half = Math.floor((max - 45) / 2);
  if (half <= 0) {
    return firstChars(text, max);
  }
  const left = firstChars(text, half);
  const right = lastChars(text, half);
  return `${left}\n[… ${text.length - left.length - right.length} characters left out …]\n${right}`;
}

/** `640 B`, `12 KB`, `3.4 MB`. */
export function sayBytes(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB'];
  const unit = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, bytes)) / 10));
  const amount = bytes / 1024 ** unit;
  return `${unit > 1 ? Number(amount.toFixed(1)) : Math.round(amount)} ${units[unit]}`;
}
