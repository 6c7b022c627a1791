import type { FileMention } from '../../../../../src/model/file/mention.ts';

/** A text as people, models and tools write it, and the files it mentions; none means that nothing may be found. */
export interface Example {
  text: string;
  expect: Expected[];
}

export type Expected = Pick<FileMention, 'path' | 'line' | 'column' | 'end_line' | 'symbol'>;

/** `src/a.ts:12:3-20 @retry`: path, line, column, last line, symbol; all but the path may be left out. */
export function example(text: string, ...expect: string[]): Example {
  return { text, expect: expect.map(expected) };
}

export const nothing = (text: string): Example => example(text);

function expected(notation: string): Expected {
  const [, path, line, column, end, symbol] =
    /^(.+?)(?::(\d+)(?::(\d+))?(?:-(\d+))?)?(?: @(\S+))?$/.exec(notation) ?? [];
  return {
    path: path!,
    ...(line && { line: Number(line) }),
    ...(column && { column: Number(column) }),
    ...(end && { end_line: Number(end) }),
    ...(symbol && { symbol }),
  };
}
