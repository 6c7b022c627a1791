import type { KnownMemory, MemoryChoice } from '../../model/workspace/memoryChoice.ts';

/** A memory as people know it. */
export interface NamedMemory {
  id: string;
  name: string;
  conversations: number;
  last_recorded: string;
}

/** All that belongs to one memory as one, wherever it was recorded; the one used last first. */
export function namedMemories(memories: readonly KnownMemory[]): NamedMemory[] {
  const byId = Map.groupBy(memories, ({ workspace_id }) => workspace_id);
  return [...byId].map(([id, parts]) => ({
    id,
    name: nameOf(id, parts[0]?.workspace_name ?? ''),
    conversations: parts.reduce((sum, { conversations }) => sum + conversations, 0),
    last_recorded: parts[0]!.last_recorded,
  }));
}

/** `team/parcel` of a remote, else what people call the folder. */
export function nameOf(id: string, workspace_name: string): string {
  return /^git:[^/]+\/(.+)$/.exec(id)?.[1] ?? (workspace_name || 'another one');
}

/** What a workspace is known by, in words. */
export function sayIdentity(id: string): string {
  const [, kind, rest = ''] = /^(git|commit|folder):(.*)$/s.exec(id) ?? [];
  switch (kind) {
    case 'git':
      return `its remote, ${rest}`;
    case 'commit':
      return `its first commit, ${rest.slice(0, 8)}`;
    case 'folder':
      return 'the place of its folder';
    default:
      return 'nothing: no folder is open';
  }
}

export interface Here {
  /** What the workspace is known by. */
  own: string;
  /** Whose memory it uses. */
  id: string;
  name: string;
  /** Ids under which the same folder may have been known. */
  former: readonly string[];
}

/** Memories that could be meant by a workspace, and why; the others after them. Its own are not among them. */
export function otherMemories(all: readonly NamedMemory[], here: Here): (NamedMemory & { why?: string })[] {
  const last = (text: string) => text.slice(text.lastIndexOf('/') + 1).toLowerCase();
  const names = new Set([last(here.name), last(nameOf(here.own, here.name))]);
  const others = all
    .filter(({ id }) => id !== here.id && id !== here.own)
    .map(memory => {
      const why = here.former.includes(memory.id)
        ? 'same folder'
        : names.has(last(memory.name))
          ? 'same name'
          : undefined;
      return { ...memory, ...(why ? { why } : {}) };
    });
  return [...others.filter(({ why }) => why), ...others.filter(({ why }) => !why)];
}

/** The choices that make the memory of a workspace one with others, by which it can be undone. */
export function choicesFor({ own, id }: Pick<Here, 'own' | 'id'>, choices: readonly MemoryChoice[]): MemoryChoice[] {
  const same = choices.filter(({ choice }) => choice === 'same');
  const mine = same.filter(({ workspace_id }) => workspace_id === own);
  return [...mine, ...same.filter(choice => !mine.includes(choice) && choice.other_id === id)];
}
