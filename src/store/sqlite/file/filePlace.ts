import type { SqliteStore } from '../thread/sqliteStore.ts';
import { copiesOf, deleteCopies, type HeldFile, memoryFiles } from './memoryFiles.ts';

export interface FilePlaceOptions {
  store: Pick<SqliteStore, 'copyTo' | 'checkPlace' | 'reopen'>;
  /** The database file, as the store was told. */
  file: () => string;
  /** Where it was before a person chose another place; undefined while it is there. */
  formerFile: () => string | undefined;
}

/** What can be done with the store's file besides remembering in it. */
export function createFilePlace({ store, file, formerFile }: FilePlaceOptions) {
  return {
    path: file,
    held: async (): Promise<(HeldFile & { former?: boolean })[]> => {
      const former = formerFile();
      const formerFiles = former === undefined ? [] : await memoryFiles(former);
      return [...(await memoryFiles(file())), ...formerFiles.map(held => ({ ...held, former: true }))];
    },
    copies: () => copiesOf(file()),
    deleteCopies: () => deleteCopies(file()),
    copyTo: (path: string) => store.copyTo(path),
    check: (path: string) => store.checkPlace(path),
    reopen: () => store.reopen(),
  };
}
