import { type Found, foundAt } from './found.ts';

/** What a diff's lines have to know of the ones before them. */
export interface DiffState {
  /** The file whose first hunk is still to come. */
  file?: Found | undefined;
}

const MAX_LINE = 1000;
const symbolOfHunk =
  /(?:\b(?:function|class|def|fn|func|struct|interface|impl|trait|enum|type|module|sub)\*? +|\bfunc \([^)]{1,60}\) )([\p{L}_$][\p{L}\p{N}_$]*)/u;

/** The mentions of one line of a diff, or undefined when it is no line of a diff's frame. */
export function diffMentions(line: string, offset: number, nextLine: string, state: DiffState): Found[] | undefined {
  if (line.length > MAX_LINE) {
    return undefined;
  }
  const at = (raw: string, from = 0) => {
    const plain = raw.replace(/\t.*$/, '').replace(/\s+$/, '').replace(/^"|"$/g, '');
    const path = plain.replace(/^[abciow]\/(?=.)/, '');
    return foundAt(path, offset + line.indexOf(plain, from) + plain.length - path.length, 'diff', 'diff');
  };
  if (line.startsWith('diff --git ')) {
    state.file = undefined;
    const [, left = '', right = ''] = /^diff --git ("a\/[^"]+"|a\/.+?) ("b\/[^"]+"|b\/.+)$/.exec(line) ?? [];
    return left ? [...at(left), ...at(right, 11 + left.length)] : undefined;
  }
  const hunk = /^@@ -\d+(?:,\d+)? \+(\d+)(?:,\d+)? @@(.*)$/.exec(line);
  if (hunk) {
    addHunk(state, Number(hunk[1]), hunk[2] ?? '');
    return [];
  }
  if (line.startsWith('--- ') && nextLine.startsWith('+++ ')) {
    return at(line.slice(4), 4);
  }
  if (/^\+\+\+ [^+]/.test(line)) {
    const mentions = at(line.slice(4), 4);
    state.file = mentions[0];
    return mentions;
  }
  const named =
    /^(?:\*\*\* (?:(?:Add|Update|Delete) File|Move to): |(?:rename|copy) (?:from|to) |Index: )(?<path>\S.*)$/.exec(
      line,
    );
  if (named?.groups?.path) {
    return at(named.groups.path, line.length - named.groups.path.length);
  }
  const binary = /^Binary files (?<left>\S.*) and (?<right>\S.*) differ$/.exec(line)?.groups;
  return binary ? [...at(binary.left!), ...at(binary.right!, line.indexOf(' and '))] : undefined;
}

/** Only the first hunk tells where the file was changed; a deleted file has none. */
function addHunk(state: DiffState, line: number, context: string): void {
  if (state.file && line > 0) {
    state.file.line = line;
    const symbol = symbolOfHunk.exec(context.slice(0, 200))?.[1];
    if (symbol) {
      state.file.symbol = symbol;
    }
  }
  state.file = undefined;
}
