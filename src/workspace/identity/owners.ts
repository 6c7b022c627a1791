import { type MemoryChoice, memoryOf } from '../../model/workspace/memoryChoice.ts';
import type { Place } from '../../model/workspace/place.ts';
import { workspaceIdOfCommit, workspaceIdOfFolder } from '../../model/workspace/workspaceId.ts';
import type { Store } from '../../store/store.ts';
import { type Now, systemClock } from '../../util/clock.ts';
import type { Disposable } from '../../util/disposable.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import type { Folder } from '../folders/folderReader.ts';
import { beginningIn, commitOf, type FolderIdentity } from './identify.ts';
import { formerIds, placeIn, placeToNote } from './places.ts';
import { isSameFolder } from './sameFolder.ts';

export interface OwnersNeeds {
  /** A memory is not made only to look into it, or to note a place. */
  store: Pick<Store, 'workspaces' | 'onDidChange' | 'exists'>;
  log: Logger;
  /** Brings what was kept elsewhere into the store, before it is first read. */
  carryOver?: () => Promise<void>;
  clock?: Now;
}

/** Whose memory a folder has. What was chosen, and what a folder was when last seen, is in the store. */
export class Owners implements Disposable {
  readonly #needs: OwnersNeeds;
  readonly #listener: Disposable;
  #choices: Promise<MemoryChoice[]> | undefined;
  #lastChoices: readonly MemoryChoice[] = [];
  #carriedOver: Promise<void> | undefined;
  /** What was seen before there was a memory to note it in. */
  readonly #unnoted = new Map<string, Place>();

  constructor(needs: OwnersNeeds) {
    this.#needs = needs;
    this.#listener = needs.store.onDidChange(({ conversation_id, quiet }) => {
      if (conversation_id === undefined && !quiet) {
        this.#choices = undefined;
      }
      void this.#noteLater();
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  /** Whose memory a workspace uses. */
  async memoryOf(id: string): Promise<string> {
    try {
      this.#lastChoices = await this.choices();
    } catch (error) {
      // What is recorded meanwhile goes where it went before; the store itself says what is wrong.
      this.#choices = undefined;
      this.#needs.log.debug(`Whose memory it is: ${describeError(error)}`);
    }
    return memoryOf(id, this.#lastChoices);
  }

  async choices(): Promise<readonly MemoryChoice[]> {
    if (!this.#choices && (await this.#needs.store.exists())) {
      this.#choices ??= this.#readChoices();
    }
    return (await this.#choices) ?? [];
  }

  async choose(id: string, other: string, choice: MemoryChoice['choice'] | undefined): Promise<void> {
    await this.#needs.store.workspaces.choose(id, other, choice);
    this.#choices = undefined;
  }

  /** The ids under which a folder may have a memory besides its own: what it was before, and its place. */
  async formerIds(address: string, id: string): Promise<string[]> {
    return formerIds(workspaceIdOfFolder(address), await this.#placesOf(address), id);
  }

  /** The workspaces that begin with a commit, as far as they were asked about. */
  async beginningWith(first_commit: string): Promise<string[]> {
    await this.#carryOver();
    const places = await this.#needs.store.workspaces.places({ first_commit });
    return [...new Set(places.map(({ workspace_id }) => workspace_id))];
  }

  /** It is settled whether the workspace shares a memory with others that begin with this commit. */
  async noteCommit(folder: Folder, identity: FolderIdentity, first_commit: string): Promise<void> {
    await this.#note(folder.address, identity, await this.#placesOf(folder.address), first_commit);
  }

  /** Called before a folder's id is used for the first time; resolves to the id to use, which is the last one where it is not sure. */
  async keep(folder: Folder, identity: FolderIdentity): Promise<string> {
    try {
      const places = await this.#placesOf(folder.address);
      const place = placeIn(places);
      if (identity.unsure && place && (identity.born === undefined || place.born === identity.born)) {
        return place.workspace_id;
      }
      if (identity.problem === undefined) {
        await this.#goOn(folder, identity, places);
      }
    } catch (error) {
      this.#needs.log.warn(`The folder's earlier memory: ${describeError(error)}`);
    }
    return identity.id;
  }

  /** The same folder under a new id goes on with its memory: the id changes with the first commit, the first remote, and trust. */
  async #goOn(folder: Folder, identity: FolderIdentity, places: readonly Place[]): Promise<void> {
    const { id } = identity;
    const place = placeIn(places);
    const former = formerIds(workspaceIdOfFolder(folder.address), places, id);
    if (place?.workspace_id !== id && former.length > 0 && (await this.#needs.store.exists())) {
      const origin = await this.#originOf(id, former);
      if (origin && (await this.#isSure(folder, identity, place, origin))) {
        await this.choose(id, origin.id, 'same');
      }
    }
    await this.#note(folder.address, identity, places);
  }

  /** The first of them with a memory, if this one has none and nothing was chosen. */
  async #originOf(id: string, others: readonly string[]): Promise<{ id: string; first_recorded: string } | undefined> {
    const [choices, memories] = await Promise.all([this.choices(), this.#needs.store.workspaces.memories()]);
    if (
      choices.some(({ workspace_id }) => workspace_id === id) ||
      memories.some(({ workspace_id }) => workspace_id === id)
    ) {
      return undefined;
    }
    for (const other of others) {
      const [memory] = memories
        .filter(({ workspace_id }) => workspace_id === memoryOf(other, choices))
        .sort((a, b) => new Date(a.first_recorded).getTime() - new Date(b.first_recorded).getTime());
      if (memory) {
        return { id: other, first_recorded: memory.first_recorded };
      }
    }
    return undefined;
  }

  async #isSure(
    folder: Folder,
    identity: FolderIdentity,
    place: Place | undefined,
    origin: { id: string; first_recorded: string },
  ): Promise<boolean> {
    const beginning = await beginningIn(folder, identity);
    if (isSameFolder(place, { ...identity, beginning }, new Date(origin.first_recorded).getTime())) {
      return true;
    }
    const commit = origin.id.startsWith('commit:') ? await commitOf(folder, identity) : undefined;
    return commit !== undefined && workspaceIdOfCommit(commit) === origin.id;
  }

  async #readChoices(): Promise<MemoryChoice[]> {
    await this.#carryOver();
    await this.#noteLater();
    return await this.#needs.store.workspaces.choices();
  }

  async #placesOf(address: string): Promise<Place[]> {
    const folder_id = workspaceIdOfFolder(address);
    if (!(await this.#needs.store.exists())) {
      const unnoted = this.#unnoted.get(folder_id);
      return unnoted ? [unnoted] : [];
    }
    await this.#carryOver();
    await this.#noteLater();
    return await this.#needs.store.workspaces.places({ folder_id });
  }

  async #note(
    address: string,
    identity: FolderIdentity,
    places: readonly Place[],
    first_commit?: string,
  ): Promise<void> {
    const seen_ms = (this.#needs.clock ?? systemClock).now();
    const seen = { folder_id: workspaceIdOfFolder(address), first_commit, seen_ms };
    const place = placeToNote(identity, seen, placeIn(places));
    if (place && (await this.#needs.store.exists())) {
      await this.#needs.store.workspaces.notePlace(place);
    } else if (place) {
      this.#unnoted.set(place.folder_id, place);
    }
  }

  /** What was seen before there was a memory is noted once there is one. */
  async #noteLater(): Promise<void> {
    if (this.#unnoted.size === 0 || !(await this.#isThere())) {
      return;
    }
    const waiting = [...this.#unnoted.values()];
    this.#unnoted.clear();
    for (const place of waiting) {
      await this.#needs.store.workspaces.notePlace(place).catch(error => {
        this.#unnoted.set(place.folder_id, place);
        this.#needs.log.debug(`Where the workspace is: ${describeError(error)}`);
      });
    }
  }

  /** One that cannot be asked is told by whoever needs it. */
  async #isThere(): Promise<boolean> {
    return await this.#needs.store.exists().catch(() => false);
  }

  #carryOver(): Promise<void> {
    this.#carriedOver ??= (this.#needs.carryOver?.() ?? Promise.resolve()).catch(error => {
      this.#carriedOver = undefined;
      throw error;
    });
    return this.#carriedOver;
  }
}
