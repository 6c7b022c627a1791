/** What opens a code block: three back-ticks or tildes, or more, and what is said there of the code. */
export interface Fence {
  mark: string;
  info: string;
}

const openingPattern = /^(?:(`{3,})([^`]*)|(~{3,})(.*))$/s;

/** The fence that a line opens, read from its first letter on. Back-ticks that end on their line are code in running text. */
export function openedFence(line: string): Fence | undefined {
  const [, ticks, afterTicks = '', tildes, afterTildes = ''] = openingPattern.exec(line) ?? [];
  const mark = ticks ?? tildes;
  return mark === undefined ? undefined : { mark, info: ticks === undefined ? afterTildes : afterTicks };
}

/** Whether a line, read from its first letter on, closes what the mark has opened: as long or longer, with nothing after it. */
export function closesFence(line: string, mark: string): boolean {
  const run = /^(?:`+|~+)/.exec(line)?.[0] ?? '';
  return run.startsWith(mark) && /^[ \t]*$/.test(line.slice(run.length));
}
