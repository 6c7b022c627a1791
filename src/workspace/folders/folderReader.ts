/**
 * Files of a folder that may lie on another machine, by their paths as in URIs: '/' separated, a drive after the first '/'.
 * All give undefined where there is nothing, and throw where it cannot be told.
 */
export interface FolderReader {
  read(path: string): Promise<string | undefined>;
  stat(path: string): Promise<{ isFolder: boolean /** In milliseconds. */; born: number } | undefined>;
  /** The names of what a folder holds. */
  list(path: string): Promise<string[] | undefined>;
}

/** A folder, and how it may be looked at. */
export interface Folder {
  /** Its URI as VS Code writes it: what its place is known by. */
  address: string;
  reader: FolderReader;
  /** In a folder that is not trusted git is not run: its own settings could name a program. */
  mayRunGit: boolean;
}
