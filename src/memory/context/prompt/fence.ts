/** Remembered text in a prompt stands between tags, as data. What was said once can neither close them nor open others. */

const tags = ['record', 'memory', 'attachment'];

/** `<` in the forms that a model may read as one. */
const OPENING = '(?:[<＜﹤]|&lt;?|&#0*60;?|&#x0*3c;?)';
const BETWEEN = '[\\s\\p{Cf}/\\\\／∕⁄]*';

/** Capitals and full-width letters, with invisible signs between them. */
const spelled = (tag: string) =>
  [...tag].map(letter => `[${letter}${String.fromCodePoint(letter.codePointAt(0)! + 0xfee0)}]`).join('\\p{Cf}*');

const anyTag = new RegExp(`${OPENING}(?=${BETWEEN}(?:${tags.map(spelled).join('|')}))`, 'giu');

export function fence(tag: 'record' | 'memory' | 'attachment', text: string): string {
  return `<${tag}>\n${text.replace(anyTag, '‹')}\n</${tag}>`;
}
