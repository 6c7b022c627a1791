const [SMALL, LARGE] = [4096, 65_536];
/** Twice the time a byte is noise; sixteen times is a square. */
const MOST = 6;

/** How many times as long a text takes a function a byte when it is sixteen times as long; the best of some tries. */
export function growthOf(make: (length: number) => string, work: (text: string) => unknown): number {
  const small = make(SMALL);
  const large = make(LARGE);
  const times = LARGE / SMALL;
  let best = Number.POSITIVE_INFINITY;
  work(small);
  for (let tries = 0; tries < 5 && best > MOST; tries++) {
    const many = timed(() => Array.from({ length: times }, () => work(small)));
    const one = timed(() => work(large));
    best = Math.min(best, one / Math.max(many, 1));
  }
  return best;
}

export const isLinear = (growth: number): boolean => growth <= MOST;

function timed(work: () => unknown): number {
  const from = performance.now();
  work();
  return performance.now() - from;
}

export const repeated = (unit: string) => (length: number) =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** Texts that make careless patterns look over the same letters again and again. */
export const adversarial: Record<string, (length: number) => string> = {
  'one endless word': repeated('a'),
  'letters of two scripts by turns': repeated('aж'),
  'one endless identifier': repeated('aB'),
  'an identifier of words': repeated('retryWithBackoff'),
  capitals: repeated('A'),
  'words joined by underscores': repeated('a_'),
  'words joined by dots': repeated('a.'),
  underscores: repeated('_'),
  'digits and dots': repeated('1.'),
  digits: repeated('7'),
  slashes: length => `a${'/'.repeat(length - 1)}`,
  'Han characters': repeated('数据库连接池'),
  'one Han character': repeated('哈'),
  hiragana: repeated('のでのでは'),
  katakana: repeated('データベース'),
  'half-width katakana': repeated('ﾃﾞｰﾀ'),
  'voiced marks': length => `ｶ${'ﾞ'.repeat(length - 1)}`,
  'Korean without blanks': repeated('데이터에서는'),
  'Korean endings': repeated('는'),
  'Thai without blanks': repeated('ฐานข้อมูลที่'),
  'two scripts without blanks': repeated('ポート5433です'),
  'marks on one letter': length => `a${repeated('\u0301\u0323')(length - 1)}`,
  'marks on a Thai letter': length => `ก${'\u0e31'.repeat(length - 1)}`,
  'marks alone': repeated('\u0301'),
  quotes: repeated('"'),
  'quotes and letters': repeated('"a'),
  backquotes: repeated('`a'),
  surrogates: repeated('\ud83d'),
  emoji: repeated('😀'),
  blanks: repeated(' '),
  'words far apart': length => `a${' '.repeat(length - 2)}b`,
  'blanks and words': repeated('a  \t'),
  'little words': repeated('the '),
  'telling words': repeated('Retry '),
  'private characters': repeated('\ue000'),
  'long endings': repeated('ational'),
};
