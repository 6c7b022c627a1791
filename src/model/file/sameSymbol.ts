/** `Upload.retry` → `retry`. */
export function lastName(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1);
}

/** `retry` and `Upload.retry` are the same as far as one can tell; `Upload.retry` and `Download.retry` are not. */
export function sameSymbol(one: string, other: string): boolean {
  return one === other || one.endsWith(`.${other}`) || other.endsWith(`.${one}`);
}

/** Whether the symbol's last name stands in the text as a word of its own. */
export function hasName(text: string, name: string): boolean {
  const last = lastName(name);
  if (!text.includes(last)) {
    return false;
  }
  const escaped = last.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
