import type { Boosts } from './pastRequest.ts';

/** What mentions a file that the question names or attaches counts so much more. */
export const FILE_BOOST = 1.25;

/** Declared on the receipt as `file`. */
export function fileBoost(wanted: readonly string[]): Boosts | undefined {
  const paths = new Set(wanted);
  return paths.size === 0
    ? undefined
    : ({ files }) => (files.some(path => paths.has(path)) ? { file: FILE_BOOST } : {});
}
