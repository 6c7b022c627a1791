import type { MentionKind } from '../../../model/file/mention.ts';
import { MAX_PATH } from '../files/path.ts';
import type { Found } from './found.ts';
import { commands, mayNameFile, type Strictness, verbs } from './names.ts';
import { placeAround } from './place.ts';
import { asSymbol, symbolAround } from './symbols.ts';
import { readTarget, takesSymbols } from './target.ts';

// Every repetition is bounded or stops at a class of its own: the work grows with the text, not faster.
const linkText = String.raw`\[(?<label>(?:[^[\]]|\[[^[\]]{0,60}\]){0,300})\]`;
const linkTarget = String.raw`\((?:<(?<angled>[^<>\n]{1,400})>|(?<target>[^\s()<>]{0,400}(?:\([^\s()]{0,80}\)[^\s()<>]{0,300})?))(?: "[^"\n]{0,200}")?\)`;
const pieces = new RegExp(
  [
    linkText + linkTarget,
    '(?<ticks>`{1,3})(?<code>[^`]{1,400})\\k<ticks>(?!`)',
    '(?<uri>(?<![\\w+.-])(?:[a-zA-Z][a-zA-Z0-9+.-]{1,30}://|data:|mailto:|node:|npm:)[^\\s"\'`<>|]{1,2000})',
    '"(?<double>[^"\\n]{1,300})"|“(?<curly>[^”\\n]{1,300})”|«(?<french>[^»\\n]{1,300})»',
    "(?<![\\p{L}\\p{N}])'(?<single>[^'\\n]{1,300})'(?![\\p{L}\\p{N}])",
    '<(?<tag>\\w{0,30}(?:path|file)\\w{0,30})>(?<tagged>[^<>\\n]{1,400})</',
    '(?<token>(?:\\[[\\w.-]{1,40}\\](?=[./])|~(?=/))?[^\\s\\p{Cc}`"“”„«»‘’\'<>|,;=()[\\]{}!?*~→←⇒➜❯│├└─「」（）、。，：]' +
      '[^\\s\\p{Cc}`"“”„«»‘’\'<>|,;=→←⇒➜❯│├└─「」（）、。，：]{0,1000})',
  ].join('|'),
  'gu',
);

/** The mentions in one line of prose, Markdown or code. */
export function inlineMentions(line: string, offset: number, kind: MentionKind): Found[] {
  const mentions: Found[] = [];
  if (!mayNameFile(line)) {
    return mentions;
  }
  scan(line, 0, line.length, kind, mentions, 0);
  for (const mention of mentions) {
    mention.start += offset;
    mention.end += offset;
  }
  return mentions;
}

function scan(line: string, from: number, to: number, kind: MentionKind, mentions: Found[], depth: number): void {
  const text = line.slice(from, to);
  for (const match of text.matchAll(pieces)) {
    const start = from + match.index;
    const groups = match.groups!;
    const inner = (name: string) => start + match[0].indexOf(groups[name]!, name === 'label' ? 1 : 0);
    const into = (name: string, innerKind: MentionKind) =>
      depth < 3 && scan(line, inner(name), inner(name) + groups[name]!.length, innerKind, mentions, depth + 1);
    if (groups.label !== undefined) {
      addLink(line, start, match[0], groups, mentions) || into('label', kind);
    } else if (groups.code !== undefined) {
      addSpaced(line, inner('code'), groups.code, 'code', 'code', mentions) || into('code', 'code');
    } else if (groups.uri !== undefined) {
      add(line, start, trimmed(groups.uri), kind, 'code', mentions);
    } else if (groups.token !== undefined) {
      addToken(line, start, groups.token, kind, mentions);
    } else {
      const name = ['double', 'curly', 'french', 'single', 'tagged'].find(key => groups[key] !== undefined)!;
      addSpaced(line, inner(name), groups[name]!, kind, 'prose', mentions) || into(name, kind);
    }
  }
}

function add(
  line: string,
  start: number,
  raw: string,
  kind: MentionKind,
  strictness: Strictness,
  mentions: Found[],
): boolean {
  const target = raw.length <= MAX_PATH * 3 ? readTarget(raw, strictness) : undefined;
  if (!target) {
    return false;
  }
  const before = line.slice(Math.max(0, start - 160), start);
  const after = line.slice(start + target.length, start + target.length + 200);
  const { length, symbol: attached, ...place } = placeAround(before, after);
  const symbol =
    (takesSymbols(target.path) ? attached : undefined) ??
    symbolAround(before, line.slice(start + target.length + length).slice(0, 200));
  mentions.push({
    path: target.path,
    ...place,
    ...(symbol && { symbol }),
    kind,
    start,
    end: start + target.length + length,
  });
  return true;
}

function addLink(
  line: string,
  start: number,
  whole: string,
  groups: Record<string, string>,
  mentions: Found[],
): boolean {
  const raw = groups.angled ?? groups.target ?? '';
  const at = start + whole.lastIndexOf(raw);
  const count = mentions.length;
  if (!add(line, at, raw, 'link', 'link', mentions)) {
    return false;
  }
  const mention = mentions[count]!;
  const symbol = asSymbol(groups.label!.replace(/^`|`$/g, ''));
  if (symbol && /\(|^`/.test(groups.label!)) {
    mention.symbol = symbol;
  }
  return true;
}

/** Something between quotes or back-ticks: a path that may hold spaces, if it reads like one. */
function addSpaced(
  line: string,
  start: number,
  inner: string,
  kind: MentionKind,
  strictness: Strictness,
  mentions: Found[],
): boolean {
  const raw = inner.trim();
  const at = start + inner.indexOf(raw);
  if (!/\s/.test(raw)) {
    return !/^[([*]/.test(raw) && !/[,;=]/.test(raw) && add(line, at, trimmed(raw), kind, 'code', mentions);
  }
  const words = raw.split(/\s+/);
  const [first = ''] = words;
  const rooted = /[\\/]/.test(first);
  const isCommand =
    commands.has(first) || verbs.has(first.toLowerCase()) || /[;=&()'"#]|\s-|\s{2}|->/.test(raw) || words.length > 8;
  const earlierFile = words.slice(0, -1).some(word => readTarget(word, 'prose'));
  if (isCommand || earlierFile || (!rooted && !namesItself(raw, words, strictness))) {
    return false;
  }
  return add(line, at, raw, kind, 'code', mentions);
}

/** Without a folder before the first space: "Release Notes.md", but not "open retry.ts". */
function namesItself(raw: string, words: readonly string[], strictness: Strictness): boolean {
  const slash = raw.search(/[\\/]/);
  const head = slash < 0 ? words : raw.slice(0, slash).split(/\s+/);
  return (
    words.length <= 6 &&
    (head.every(word => /^[\p{Lu}\p{N}]/u.test(word)) ||
      (strictness === 'code' ? slash < 0 : false) ||
      (/^\p{Lu}/u.test(raw) && slash > 0))
  );
}

function addToken(line: string, start: number, token: string, kind: MentionKind, mentions: Found[]): void {
  if (!mayNameFile(token) || isGlobTail(line[start - 1], token)) {
    return;
  }
  const led =
    /^(?:(?:Read|Write|Edit|MultiEdit|NotebookEdit|Update|Create|Delete|View)\((?=[^()])|(?:HEAD|[\da-f]{7,40}|origin\/[\w.-]{1,60})(?:[~^]\d{0,3}){0,4}:(?=[A-Za-z.])|#?[a-z]{2,12}:(?=[A-Za-z.~]|\/[^/])|#|-+|\.{3,}|@@?(?=[\w.~-])|[\u3040-\u30FF\u4E00-\u9FFF]+(?=[A-Za-z./]))/.exec(
      token,
    )?.[0] ?? '';
  const raw = trimmed(token.slice(led.length));
  const both = /^_[^_].*[^_]_$/.test(raw) ? 1 : 0;
  const core = both ? raw.slice(1, -1) : raw;
  if (
    core.length < 3 ||
    /^[^(]*\)/.test(core) ||
    (!symbolOfFile.test(core) && (/[\p{L}\p{N}]\(\)?$/u.test(core) || isCall(line, start + led.length + both, core)))
  ) {
    return;
  }
  add(line, start + led.length + both, core, kind, kind === 'code' && /[\\/]/.test(core) ? 'code' : 'prose', mentions);
}

/** `src/a.ts:retry()` */
const symbolOfFile = /\.\w{1,12}(?::{1,2}|#)[A-Za-z_$][\w$.:]{0,120}\(\)$/;

/** The end of `**\/a.md` or `{a,b}.ts`, whose beginning is no part of a path. */
const isGlobTail = (before: string | undefined, token: string) => /^[*?}]$/.test(before ?? '') && /^[./\\]/.test(token);

/** `res.json()`: a name with an argument list is a call, unless the list is a place: `a.ts(12,3)`. */
function isCall(line: string, start: number, core: string): boolean {
  const open = line.slice(start, start + core.length + 1).indexOf('(');
  if (open < 1 || /[\\/]/.test(core.slice(0, open))) {
    return false;
  }
  return !/^\(\d+[,)]/.test(line.slice(start + open, start + open + 12));
}

/** Without the punctuation of the sentence around it. */
function trimmed(token: string): string {
  let end = token.length;
  while (end > 0 && isTrailing(token, end)) {
    end--;
  }
  return token.slice(0, end);
}

const pairs: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

function isTrailing(token: string, end: number): boolean {
  const last = token[end - 1]!;
  const opening = pairs[last];
  if (opening) {
    const kept = token.slice(0, end);
    return kept.split(last).length > kept.split(opening).length;
  }
  return '.,;:!?*~\\…'.includes(last);
}
