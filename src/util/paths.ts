/** Most paths are written in the one way already. */
const isNormal = (text: string) =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything outside ASCII takes the careful way
  /^[^\x00-\x20\x7f-\uffff\\/:][^\x00-\x1f\x7f-\uffff\\:]*$/.test(text) && !/(?:^|\/)\.{0,2}(?:\/|$)| $/.test(text);

/** One way to write a path: '/' between parts, no '.', '..' only at the head of a relative one. Never empty. */
export function normalisePath(text: string): string | undefined {
  if (isNormal(text)) {
    return text;
  }
  const slashed = text.trim().replaceAll('\\', '/').normalize('NFC');
  const share = /^\/\/[^/]/.test(slashed);
  const [, drive = '', rest = ''] = /^\/?([A-Za-z]:)?(.*)$/s.exec(slashed) ?? [];
  const absolute = slashed.startsWith('/') || drive !== '';
  const parts: string[] = [];
  for (const part of rest.split('/')) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') {
      parts.pop();
    } else if (part === '..' ? !absolute : part !== '' && part !== '.') {
      parts.push(part);
    }
  }
  if (parts.length === 0) {
    return undefined;
  }
  return `${drive}${share ? '//' : absolute ? '/' : ''}${parts.join('/')}`;
}

export const isAbsolute = (path: string) => path.startsWith('/') || /^[A-Za-z]:\//.test(path);

/** A wrong escape stays as it was written. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
