import type { FileMention } from '../../../model/file/mention.ts';
import type { ToolUse } from '../../../model/turn/turn.ts';
import { MAX_PATH } from '../files/path.ts';
import { extractMentions } from './extract.ts';
import { readTarget } from './target.ts';

/** A listing of a whole folder names files that nobody talked about; the first ones are enough. */
const MAX_PER_TEXT = 100;
const MAX_VALUES = 2000;
const MAX_DEPTH = 8;
const MAX_JSON = 256 * 1024;

const pathKey = /(?:^|_)(?:path|file|uri|filename|notebook|document|target|source|destination|attachment)s?$/;
/** Those that never stand for a folder. */
const fileKey = /(?:^|_)(?:file|filename|notebook|document)s?(?:_paths?|_uris?)?$/;
/** What a tool looks for or writes into a file: the names in it were not talked about, unless it is a patch. */
const contentKey =
  /(?:^|_)(?:content|contents|text|code|str|string|query|pattern|regex|glob|include|exclude|body|data|html|snippet|replacement|todos?)s?$/;
const patch = /^(?:\*\*\* (?:Add|Update|Delete) File: |diff --git |\+\+\+ )/m;

/** The files in a tool's arguments and result, by their shape: any tool's. */
export function mentionsOfTool({ call, result }: ToolUse): FileMention[] {
  const mentions: FileMention[] = [];
  const walk = { left: MAX_VALUES, mentions };
  visit(parsed(call.arguments), '', walk, 0);
  if (result) {
    visit(parsed(result.result), 'output', walk, 0);
  }
  return mentions;
}

/** Some tools hand over their arguments, and most their results, as JSON in a text. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || value.length > MAX_JSON || !/^\s*[[{]/.test(value)) {
    return value;
  }
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

interface Walk {
  left: number;
  mentions: FileMention[];
}

function visit(value: unknown, key: string, walk: Walk, depth: number, place: Place = {}): void {
  if (walk.left-- <= 0 || depth > MAX_DEPTH) {
    return;
  }
  if (typeof value === 'string') {
    walk.mentions.push(...mentionsOfText(value, key, place));
  } else if (Array.isArray(value)) {
    for (const element of value.slice(0, MAX_VALUES)) {
      visit(element, key, walk, depth + 1, place);
    }
  } else if (typeof value === 'object' && value !== null && isFileUri(value)) {
    const own = placeOf(value);
    for (const [name, member] of Object.entries(value).slice(0, MAX_VALUES)) {
      visit(member, snakeCase(name), walk, depth + 1, own);
    }
  }
}

function mentionsOfText(text: string, key: string, place: Place): FileMention[] {
  if (pathKey.test(key) && text.length <= MAX_PATH && !text.includes('\n')) {
    const target = readTarget(text, fileKey.test(key) ? 'file' : 'argument');
    return target ? [{ path: target.path, ...place, kind: 'tool' }] : [];
  }
  if (contentKey.test(key) && !patch.test(text.slice(0, MAX_JSON))) {
    return [];
  }
  return extractMentions(text)
    .slice(0, MAX_PER_TEXT)
    .map(({ start: _start, end: _end, ...mention }) => ({
      ...mention,
      kind: mention.kind === 'diff' || mention.kind === 'trace' ? mention.kind : 'tool',
    }));
}

type Place = Pick<FileMention, 'line' | 'end_line'>;

const lineKeys = ['start_line', 'line', 'line_number', 'start_line_number', 'start_line_number_base_one'];
const endKeys = ['end_line', 'end_line_number', 'end_line_number_base_one'];

function placeOf(value: object): Place {
  const numbers = new Map<string, number>();
  for (const [name, member] of Object.entries(value).slice(0, MAX_VALUES)) {
    if (typeof member === 'number' && Number.isInteger(member) && member > 0) {
      numbers.set(snakeCase(name), member);
    }
  }
  const first = (keys: string[]) => keys.map(key => numbers.get(key)).find(number => number !== undefined);
  const line = first(lineKeys);
  const end = first(endKeys);
  return { ...(line && { line }), ...(line && end && end >= line && { end_line: end }) };
}

/** VS Code writes a URI as an object; settings and web pages have paths of their own. */
function isFileUri(value: object): boolean {
  const scheme = 'scheme' in value ? value.scheme : undefined;
  return typeof scheme !== 'string' || ['file', 'vscode-remote', 'vscode-vfs'].includes(scheme);
}

const snakeCase = (name: string) =>
  name
    .slice(0, 60)
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .replace(/[\s.-]/g, '_')
    .toLowerCase();
