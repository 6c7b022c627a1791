import type { FileLinks } from './fileLinks.ts';
import type { Boosts } from './pastRequest.ts';

/** What is linked to a file that the question names or attaches counts so much more. */
export const FILE_BOOST = 1.25;

/** Declared on the receipt as `file`. By the links, which follow renames, and not by how a path was once written. */
export function fileBoost(links: Pick<FileLinks, 'ids'> | undefined): Boosts | undefined {
  return links && (({ sources }) => (sources.some(id => links.ids.has(id)) ? { file: FILE_BOOST } : {}));
}
