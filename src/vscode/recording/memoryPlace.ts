/** `log`: what was written last, before it is in the memory's own file. */
export type HeldFileKind = 'memory' | 'log' | 'backup' | 'damaged';

export interface HeldFile {
  path: string;
  kind: HeldFileKind;
  bytes: number;
  /** It lies where the memory was before a person chose another place. */
  former?: boolean;
}

/** A memory in a local file, for what people do with files: see them, move them, be rid of them. */
export interface MemoryPlace {
  /** The file it is in now. */
  path(): string;
  /** Every file that holds words of it, also where it was before. */
  held(): Promise<HeldFile[]>;
  /** Older and damaged copies, kept beside it. */
  copies(): Promise<HeldFile[]>;
  /** With what was forgotten since. */
  deleteCopies(): Promise<void>;
  /** A whole copy, without the words of what was deleted. */
  copyTo(path: string): Promise<void>;
  /** Rejects when the file there is another program's. */
  check(path: string): Promise<void>;
  /** Goes on with the file that the settings name now, after the calls that were made before. */
  reopen(): void;
}
