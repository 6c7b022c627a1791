import { piecesByCode } from '../../model/text/codeSpans.ts';

/** What may stand before and behind marked words: not a letter, a slash or a dot, as in a product or a glob. */
const BEFORE = String.raw`(?<=^|[\s("'“«‘\[{–—*_>])`;
const BEHIND = String.raw`(?=$|[\s.,;:!?…)"'”»’\]}–—*_<])`;
/** What they begin and end with. */
const FIRST = String.raw`(?=[\p{L}\p{N}\p{S}"'“«‘(\[\ue000])(?![=<>+|^])`;
const LAST = String.raw`(?<=[\p{L}\p{N}\p{M}.,;:!?…)"'”»’%\]\ue001])`;
const marked = (marks: string) =>
  new RegExp(String.raw`${BEFORE}(?<!\*)${marks}(?!\*)${FIRST}([^*]+)${LAST}(?<!\*)${marks}(?!\*)${BEHIND}`, 'gu');
/** Each may hold the others. */
const patterns = [String.raw`\*\*\*`, String.raw`\*\*`, String.raw`\*`, String.raw`\*\*`].map(marked);
const calculated = /(?:^|\s)[=+<>^%|&]{1,3}(?:\s|$)/;

/** Prose without the asterisks around words. Code stays as it is, and so do products, pointers, globs and arguments. */
export function withoutEmphasis(text: string): string {
  if (!text.includes('*')) {
    return text;
  }
  // Emphasis may reach around code, so that the code is put aside meanwhile.
  const pieces = piecesByCode(text.replace(/[\ue000\ue001]/g, ' '));
  const code: string[] = [];
  let prose = pieces.map(piece => (piece.code ? `\ue000${code.push(piece.text) - 1}\ue001` : piece.text)).join('');
  for (const pattern of patterns) {
    prose = prose.replace(pattern, (whole, inner: string) => (calculated.test(inner) ? whole : inner));
  }
  return prose.replace(/\ue000(\d+)\ue001/g, (_, index) => code[Number(index)]!);
}
