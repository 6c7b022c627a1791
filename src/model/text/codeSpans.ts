/** Where code stands in a line of Markdown, its back-ticks included: start and end of each, in order. In linear time. */
export function codeSpans(text: string): [start: number, end: number][] {
  const runs = [...text.matchAll(/`+/g)].map(({ index, 0: ticks }) => ({ at: index, count: ticks.length }));
  /** For each length the runs of back-ticks that may close, the next one last. */
  const closing = Map.groupBy(runs.toReversed(), ({ count }) => count);
  const spans: [number, number][] = [];
  let end = 0;
  for (const { at, count } of runs) {
    // Escaped, the first back-tick opens nothing.
    const escaped = /(?<!\\)(?:\\\\)*\\$/.test(text.slice(Math.max(0, at - 20), at)) ? 1 : 0;
    const closers = closing.get(count - escaped);
    if (at < end || closers === undefined) {
      continue;
    }
    while (closers.length > 0 && closers.at(-1)!.at <= at) {
      closers.pop();
    }
    const close = closers.at(-1);
    if (close) {
      end = close.at + close.count;
      spans.push([at + escaped, end]);
    }
  }
  return spans;
}

export interface Piece {
  text: string;
  code: boolean;
}

/** The text in pieces: prose, and code with its back-ticks. Together they are the text. */
export function piecesByCode(text: string): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [start, end] of codeSpans(text)) {
    pieces.push({ text: text.slice(at, start), code: false }, { text: text.slice(start, end), code: true });
    at = end;
  }
  pieces.push({ text: text.slice(at), code: false });
  return pieces;
}

/** What stands between the back-ticks; one blank on both sides only keeps them apart from back-ticks inside. */
export function codeOf(span: string): string {
  const ticks = /^`*/.exec(span)![0].length;
  const inner = span.slice(ticks, span.length - ticks);
  return /^ .*[^ ].* $|^ [^ ] $/s.test(inner) ? inner.slice(1, -1) : inner;
}
