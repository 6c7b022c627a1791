import { type Now, systemClock } from '../../util/clock.ts';
import { type Logger, silentLogger } from '../../util/logger.ts';
import type { Folder } from '../folders/folderReader.ts';
import { identify } from './identify.ts';
import type { Owners } from './owners.ts';

export interface WorkspaceIdentity {
  /** Whose memory is used and searched. */
  id: string;
  /** Under which the workspace records: another one where it shares a memory. */
  own: string;
  name: string;
}

export type MemoryOwners = Pick<Owners, 'memoryOf' | 'keep'>;

const nobody: MemoryOwners = { memoryOf: async id => id, keep: async (_, { id }) => id };

/** What could not be read is tried again after so long. */
const IDENTIFY_AGAIN_MS = 30_000;

/** Which memory belongs to a folder: the repository's, so that moving or cloning a folder does not lose it. Found out once. */
export class WorkspaceIds {
  readonly #byAddress = new Map<string, { own: Promise<string>; until: number }>();
  readonly #owners: MemoryOwners;
  readonly #log: Logger;
  readonly #clock: Now;
  readonly #told = new Set<string>();

  constructor(owners: MemoryOwners = nobody, log: Logger = silentLogger, clock: Now = systemClock) {
    this.#owners = owners;
    this.#log = log;
    this.#clock = clock;
  }

  async of(folder: Folder): Promise<Omit<WorkspaceIdentity, 'name'>> {
    const own = await this.#own(folder);
    return { id: await this.#owners.memoryOf(own), own };
  }

  /** All is found out anew: what may be run or read has changed. */
  forget(): void {
    this.#byAddress.clear();
  }

  #own(folder: Folder): Promise<string> {
    const cached = this.#byAddress.get(folder.address);
    if (cached && this.#clock.now() < cached.until) {
      return cached.own;
    }
    const entry = { own: Promise.resolve(''), until: Number.POSITIVE_INFINITY };
    entry.own = identify(folder).then(async identity => {
      if (identity.problem !== undefined) {
        entry.until = this.#clock.now() + IDENTIFY_AGAIN_MS;
        this.#tell(identity.problem);
      }
      return await this.#owners.keep(folder, identity);
    });
    this.#byAddress.set(folder.address, entry);
    return entry.own;
  }

  #tell(problem: string): void {
    if (!this.#told.has(problem)) {
      this.#told.add(problem);
      this.#log.warn(`The repository cannot be read; recording goes on: ${problem}`);
    }
  }
}
