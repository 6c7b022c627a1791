/** How long a label may be; a single longer word stays whole. */
const LABEL = 80;
/** What comes before the first comma may be too little to tell summaries apart. */
const ENOUGH = 16;

/** Words that many summaries begin with: they tell nothing in a list. */
const leads =
  /^(?:(?:then )?the user (?:asked|said|wanted to know|wanted)(?: me)?(?: about)?|(?:puis )?l[’']utilisateur a (?:demandé|dit))\s*:?\s+/iu;
const quotes: Readonly<Record<string, string>> = { '“': '”', '«': '»', '"': '"', '„': '“' };
/** The end of a sentence, or a pause with a space after it: not the dot of a file name, nor the comma of a number. */
const pause = /[.!?…](?=["”»’)]*(?:\s|$))|[,;:](?=\s)|\s[;:–—](?=\s)|[。！？、，；：]/gu;
const withoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** What a list calls a summary: the first clause of its text, without a cut inside a word. */
export function summaryLabel(conversation_summary: string, max = LABEL): string {
  const text = conversation_summary.replace(/\s+/g, ' ').trim();
  const told = text.replace(leads, '');
  const close = quotes[told.charAt(0)];
  const end = close === undefined ? -1 : told.indexOf(close, 1);
  const clause = end > 1 ? told.slice(1, end).trim() : firstClause(told);
  return withCapital(cutBetweenWords(clause || text, max)) || '(no words)';
}

function firstClause(text: string): string {
  for (const { index, 0: mark } of text.matchAll(pause)) {
    const clause = text.slice(0, index);
    if (isWhole(clause) && (clause.length >= ENOUGH || /^[.!?…。！？]/.test(mark))) {
      return /[?？]/.test(mark) ? clause + mark : clause.trimEnd();
    }
  }
  return text;
}

/** A pause inside brackets or quotes ends no clause. */
function isWhole(text: string): boolean {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0;
  return count(/[([{“«]/g) <= count(/[)\]}”»]/g) && count(/"/g) % 2 === 0 && count(/`/g) % 2 === 0;
}

/** At most `max` characters of whole words; where a script has no spaces, its words are found another way. */
export function cutBetweenWords(text: string, max: number): string {
  if (text.length <= max) {
    return text;
  }
  const space = text.lastIndexOf(' ', max - 1);
  if (space > 0) {
    return `${text.slice(0, space).replace(/[\s,;:–—-]+$/u, '')}…`;
  }
  const word = text.split(' ', 1)[0] ?? text;
  const kept = withoutSpaces.test(word) ? wordsUpTo(word, max - 1) : word;
  return kept.length < text.length ? `${kept}…` : kept;
}

function wordsUpTo(text: string, max: number): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter('und', { granularity: 'word' }).segment(text)) {
    if (kept !== '' && kept.length + segment.length > max) {
      break;
    }
    kept += segment;
  }
  return kept;
}

/** A name of code keeps its small letter. */
function withCapital(text: string): string {
  const [first = ''] = text.split(' ', 1);
  return /^\p{Ll}+$/u.test(first) ? text.charAt(0).toUpperCase() + text.slice(1) : text;
}
