import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { isSameFolder, type Place } from '../../memory/identity/sameFolder.ts';
import { type MemoryChoice, memoryOf } from '../../model/memoryChoice.ts';
import { workspaceIdOfCommit, workspaceIdOfFolder } from '../../model/workspaceId.ts';
import type { Store } from '../../store/store.ts';
import { describeError } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import { beginningIn, commitOf, type FolderIdentity, type MemoryOwners } from './workspaceIdentity.ts';

/** By its address, what a folder was when it was last open. */
const PLACES_KEY = 'workspaces.places';
/** By its address, the id that a folder had when it was last open: before places were noted. */
const LAST_KEY = 'workspaces.last';
/** Whose memory is used instead of a workspace's own: before the store kept that. */
const SAME_KEY = 'workspaces.sameAs';

const idsSchema = z.record(z.string(), z.string());
const placeSchema = z.object({
  id: z.string(),
  born: z.optional(z.number()),
  git_born: z.optional(z.number()),
  seen_at: z.number(),
  /** What it was before that, whose memory nobody has decided about. */
  before: z.optional(z.string()),
});
type NotedPlace = z.infer<typeof placeSchema>;
const placesSchema = z.record(z.string(), placeSchema);

export interface OwnersNeeds {
  state: vscode.Memento;
  store: Store;
  /** Whether there is a memory file: one is not made only to look into it. */
  exists: () => boolean;
  log: Logger;
}

/** Whose memory a folder has. What was chosen is in the store; what a folder was when last seen is noted beside it. */
export class Owners implements MemoryOwners, vscode.Disposable {
  readonly #needs: OwnersNeeds;
  readonly #listener: { dispose(): void };
  #choices: Promise<MemoryChoice[]> | undefined;
  #last: readonly MemoryChoice[] = [];

  constructor(needs: OwnersNeeds) {
    this.#needs = needs;
    this.#listener = needs.store.onDidChange(({ conversation_id, quiet }) => {
      if (conversation_id === undefined && !quiet) {
        this.#choices = undefined;
      }
    });
  }

  dispose(): void {
    this.#listener.dispose();
  }

  async memoryOf(id: string): Promise<string> {
    try {
      this.#last = await this.choices();
    } catch (error) {
      // What is recorded meanwhile goes where it went before; the store itself says what is wrong.
      this.#choices = undefined;
      this.#needs.log.debug(`Whose memory it is: ${describeError(error)}`);
    }
    return memoryOf(id, this.#last);
  }

  choices(): Promise<readonly MemoryChoice[]> {
    if (!this.#choices && this.#needs.exists()) {
      this.#choices = this.#readChoices();
    }
    return this.#choices ?? Promise.resolve([]);
  }

  async choose(id: string, other: string, choice: MemoryChoice['choice'] | undefined): Promise<void> {
    await this.#needs.store.workspaces.choose(id, other, choice);
    this.#choices = undefined;
  }

  /** The ids under which a folder may have a memory besides its own: what it was before, and its place. */
  formerIds(folder: vscode.Uri, id: string): string[] {
    const place = this.#placeOf(folder);
    const last = idsSchema.safeParse(this.#needs.state.get(LAST_KEY)).data?.[folder.toString()];
    const ids = [place?.before, place?.id, last, workspaceIdOfFolder(folder.toString())];
    return [
      ...new Set(ids.filter(other => other !== undefined && other !== id && !other.startsWith('git:'))),
    ] as string[];
  }

  async keep(folder: vscode.Uri, found: FolderIdentity): Promise<string> {
    const place = this.#placeOf(folder);
    if (found.unsure && place && (found.born === undefined || place.born === found.born)) {
      return place.id;
    }
    if (found.problem === undefined) {
      await this.#goOn(folder, found, place).catch(error =>
        this.#needs.log.warn(`The folder's earlier memory: ${describeError(error)}`),
      );
    }
    return found.id;
  }

  /** The same folder under a new id goes on with its memory: the id changes with the first commit, the first remote, and trust. */
  async #goOn(folder: vscode.Uri, found: FolderIdentity, place: NotedPlace | undefined): Promise<void> {
    const { id } = found;
    const former = this.formerIds(folder, id);
    if (place?.id !== id && former.length > 0 && this.#needs.exists()) {
      const origin = await this.#originOf(id, former);
      if (origin && (await this.#isSure(folder, found, place, origin))) {
        await this.choose(id, origin.id, 'same');
      }
    }
    await this.#note(folder, found, place);
  }

  /** The first of them with a memory, if this one has none and nothing was chosen. */
  async #originOf(id: string, others: readonly string[]): Promise<{ id: string; first_recorded: string } | undefined> {
    const [choices, memories] = await Promise.all([this.choices(), this.#needs.store.workspaces.memories()]);
    if (choices.some(({ workspace_id }) => workspace_id === id) || memories.some(one => one.workspace_id === id)) {
      return undefined;
    }
    for (const other of others) {
      const [memory] = memories
        .filter(one => one.workspace_id === memoryOf(other, choices))
        .sort((a, b) => new Date(a.first_recorded).getTime() - new Date(b.first_recorded).getTime());
      if (memory) {
        return { id: other, first_recorded: memory.first_recorded };
      }
    }
    return undefined;
  }

  async #isSure(
    folder: vscode.Uri,
    found: FolderIdentity,
    place: Place | undefined,
    origin: { id: string; first_recorded: string },
  ): Promise<boolean> {
    const beginning = await beginningIn(folder, found);
    if (isSameFolder(place, { ...found, beginning }, new Date(origin.first_recorded).getTime())) {
      return true;
    }
    const commit = origin.id.startsWith('commit:') ? await commitOf(folder, found) : undefined;
    return commit !== undefined && workspaceIdOfCommit(commit) === origin.id;
  }

  #placeOf(folder: vscode.Uri): NotedPlace | undefined {
    return placesSchema.safeParse(this.#needs.state.get(PLACES_KEY)).data?.[folder.toString()];
  }

  async #note(
    folder: vscode.Uri,
    { id, born, git_born }: FolderIdentity,
    place: NotedPlace | undefined,
  ): Promise<void> {
    // A folder that was made anew at the place of another is not taken for it later.
    if (place && place.id === id && id.startsWith('folder:') && place.born !== born) {
      return;
    }
    const before = place && place.id !== id ? place.id : place?.before;
    const noted = {
      id,
      ...(born === undefined ? {} : { born }),
      ...(git_born === undefined ? {} : { git_born }),
      seen_at: Date.now(),
      ...(before === undefined ? {} : { before }),
    };
    const places = placesSchema.safeParse(this.#needs.state.get(PLACES_KEY)).data ?? {};
    await this.#needs.state.update(PLACES_KEY, { ...places, [folder.toString()]: noted });
  }

  async #readChoices(): Promise<MemoryChoice[]> {
    const { state, store } = this.#needs;
    const older = idsSchema.safeParse(state.get(SAME_KEY)).data ?? {};
    if (Object.keys(older).length > 0) {
      const known = await store.workspaces.choices();
      for (const [id, other] of Object.entries(older)) {
        if (id !== other && !known.some(({ workspace_id }) => workspace_id === id)) {
          await store.workspaces.choose(id, other, 'same');
        }
      }
      await state.update(SAME_KEY, undefined);
    }
    return await store.workspaces.choices();
  }
}
