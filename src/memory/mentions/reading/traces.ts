import { type Found, foundAt } from './found.ts';
import { plainSymbol } from './symbols.ts';

interface TraceForm {
  /** Groups: path, line, column, symbol. Each is anchored at the line's start and matches in one pass. */
  pattern: RegExp;
  /** How many parts of the symbol's name are kept: `com.example.Retry.run` is `Retry.run`. */
  parts: number;
  /** Where the line before holds the name. */
  previous?: RegExp;
}

const forms: TraceForm[] = [
  {
    // Java, Kotlin, Scala
    pattern:
      /^\s*at (?:[\w.@-]+\/)?(?<symbol>[\w.$<>-]+)\((?<path>[\w$-]+\.(?:java|kt|kts|scala|groovy|clj)):(?<line>\d+)\)/,
    parts: 2,
  },
  {
    // C#, in several languages
    pattern:
      /^\s*\S{1,4} (?<symbol>[\w.`<>[\]]+)\([^)]*\) (?:in|dans|bei|en) (?<path>(?:[A-Za-z]:)?[^:]+):\p{L}+ (?<line>\d+)/u,
    parts: 2,
  },
  {
    // JavaScript with a name
    pattern:
      /^\s*at (?:async |new )*(?<symbol>[^\s()]+)(?: \[as [^\]]+\])? \((?<path>[^()]+(?:\([^()]*\)[^()]*)?):(?<line>\d+):(?<column>\d+)\)\s*$/,
    parts: 3,
  },
  {
    // JavaScript without a name, Rust
    pattern: /^\s*at (?:async )?(?<path>\S.*):(?<line>\d+):(?<column>\d+)\s*$/,
    parts: 1,
    previous: /^\s*\d+: +(?:0x[\da-f]+ - )?(?<symbol>[\w:<>]+)\s*$/,
  },
  {
    // Python
    pattern: /^\s*File "(?<path>[^"]+)", line (?<line>\d+)(?:, in (?<symbol>\S+))?/,
    parts: 2,
  },
  {
    // Go
    pattern: /^\s+(?<path>\/\S+\.go|[A-Za-z]:\S+\.go):(?<line>\d+)(?: \+0x[\da-f]+)?\s*$/,
    parts: 2,
    previous: /^(?:created by )?(?:[^\s()]*\/)?[\w-]+\.(?<symbol>(?:\(\*?\w+\)\.)?\w+)\(?/,
  },
  {
    // Ruby
    pattern: /^\s*(?:from )?(?<path>[^:\s][^:]*\.rb):(?<line>\d+):in [`'](?:block in )?(?<symbol>[\w.#:?!]+)'/,
    parts: 2,
  },
  {
    // gdb, lldb
    pattern: /^#\d+ +(?:0x[\da-f]+ in )?(?<symbol>[\w:]+) ?\([^)]*\) at (?<path>[^\s:]+):(?<line>\d+)/,
    parts: 2,
  },
];

const MAX_LINE = 1000;
const couldBeFrame = /^\s*(?:at |File "|from |#\d|\/|[A-Za-z]:|\S{1,4} \S+\(|\S+\.rb:)/;

/** The frame of a stack trace on one line: its mentions, or undefined when it is no frame. */
export function traceMentions(line: string, offset: number, previousLine: string): Found[] | undefined {
  if (line.length > MAX_LINE || !couldBeFrame.test(line)) {
    return undefined;
  }
  for (const { pattern, parts, previous } of forms) {
    const groups = pattern.exec(line)?.groups;
    if (groups?.path) {
      const name = groups.symbol ?? previous?.exec(previousLine.slice(0, MAX_LINE))?.groups?.symbol;
      const symbol = name && frameSymbol(name, parts);
      const place = {
        line: Number(groups.line),
        ...(groups.column && { column: Number(groups.column) }),
        ...(symbol && { symbol }),
      };
      if (place.line === 0) {
        return undefined;
      }
      return foundAt(groups.path, offset + line.lastIndexOf(groups.path), 'trace', 'code', place);
    }
  }
  return /^\s*at (?:.*\()?node:/.test(line) ? [] : undefined;
}

/** What a person would call it: without packages, anonymous parts and generated names. */
function frameSymbol(name: string, parts: number): string | undefined {
  const plain = plainSymbol(name.replace(/[()*]/g, '').replace(/^Object\./, '')).split('.');
  const kept = plain.slice(-parts).map(part => part.replace(/^.*\$(?=\p{L})/u, ''));
  if (kept.at(-1) === '<init>') {
    kept.pop();
  }
  return kept.length > 0 && kept.every(part => /^[\p{L}_$][\p{L}\p{N}_$]*[?!]?$/u.test(part))
    ? kept.join('.')
    : undefined;
}
