import { memoryOf } from '../../model/workspace/memoryChoice.ts';
import { workspaceIdOfCommit } from '../../model/workspace/workspaceId.ts';
import type { Store } from '../../store/store.ts';
import type { Folder } from '../folders/folderReader.ts';
import { commitOf, identify } from './identify.ts';
import { type NamedMemory, namedMemories } from './memories.ts';
import type { Owners } from './owners.ts';

export interface OtherMemoryNeeds {
  store: Pick<Store, 'workspaces'>;
  owners: Owners;
}

/** Another memory that may be meant by a folder, to be asked about. */
export interface OtherMemory {
  /** `before`: what was said here before another repository came. `fork`: that of the repository it was forked from. */
  why: 'before' | 'fork';
  memory: NamedMemory;
  answer(choice: 'same' | 'apart'): Promise<void>;
}

/** Two memories may be meant by a folder besides its own, and each is asked about once. */
export async function otherMemoryFor(
  { store, owners }: OtherMemoryNeeds,
  folder: Folder,
): Promise<OtherMemory | undefined> {
  const identity = await identify(folder);
  const { id, unsure } = identity;
  const choices = await owners.choices();
  const ownChoices = choices.filter(({ workspace_id }) => workspace_id === id);
  if (unsure || id.startsWith('folder:') || ownChoices.some(({ choice }) => choice === 'same')) {
    return undefined;
  }
  const memories = namedMemories(await store.workspaces.memories());
  const answeredIds = ownChoices.map(({ other_id }) => memoryOf(other_id, choices));
  const withMemory = (ids: readonly string[]): NamedMemory | undefined => {
    const used = new Set(ids.map(other => memoryOf(other, choices)));
    return memories.find(memory => used.has(memory.id) && memory.id !== id && !answeredIds.includes(memory.id));
  };

  const before = withMemory(await owners.formerIds(folder.address, id));
  if (before) {
    return { why: 'before', memory: before, answer: choice => owners.choose(id, before.id, choice) };
  }
  const commit = await commitOf(folder, identity);
  if (commit === undefined) {
    return undefined;
  }
  const alike = await owners.beginningWith(commit);
  // Those that a person has answered for, in this version or an earlier one, are among them.
  const origin = alike.includes(id) ? undefined : withMemory([...alike, workspaceIdOfCommit(commit)]);
  const settled = () => owners.noteCommit(folder, identity, commit);
  if (!origin) {
    await settled();
    return undefined;
  }
  return {
    why: 'fork',
    memory: origin,
    answer: async choice => {
      await settled();
      await owners.choose(id, origin.id, choice);
    },
  };
}
