import { type FileMention, type MentionKind, type TurnLinks, waitingName } from '../../model/file/mention.ts';
import type { LinkedTurn, WaitingMention } from '../../store/mentionStore.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { DAY_MS, instantOf } from '../../util/dates.ts';
import { isAbsolute } from '../../util/paths.ts';
import type { Match } from './files/fileIndex.ts';
import { oneEach } from './oneEach.ts';
import { packageFolders } from './reading/names.ts';

/** Of one message, so many mentions wait for their files. */
export const MAX_UNMATCHED = 20;
/** A name without a folder is soon anybody's: so long after it was said, a new file of that name is another one. */
const BARE_NAME_MS = 30 * DAY_MS;
/** Of those that wait, so many of the newest are looked at when files are made. */
const MOST_MENTIONS = 2000;
const TURNS_A_BATCH = 50;
/** New files are looked up by their names up to so many; where more are made, by the names that wait. */
const FEW_NAMES = 500;
const PATHS_A_SLICE = 5000;

/** What tools and people name as a file of their own, and not in passing. */
const certainKinds: readonly MentionKind[] = ['reference', 'tool', 'diff'];
/** Programs and their data, not projects. */
const machine =
  /^(?:[A-Za-z]:\/(?:Windows|Program )|\/(?:usr|etc|opt|lib\w*|s?bin|var|dev|proc|sys|run|System|Library)\/)/;

interface Matcher {
  match(path: string, near: readonly string[], known?: boolean): Promise<Match>;
}

/** Whether a mention that matches no file may be of one that is made later: only what is certainly a path is kept. */
export function mayBeMade({ path, kind }: Pick<FileMention, 'path' | 'kind'>): boolean {
  if (kind === 'trace' || kind === 'model' || /^(?:\.\.|~)(?:\/|$)/.test(path)) {
    return false;
  }
  const isForeign = path.split('/').some(part => packageFolders.has(part));
  return !isForeign && (!isAbsolute(path) || (certainKinds.includes(kind) && !machine.test(path)));
}

/** Links what was said about files before they were made. `madeFiles`: those that are there now and were not before. */
export async function linkMade(
  store: Store,
  view: Matcher,
  workspace_id: string,
  madeFiles: Iterable<string>,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const names = await namesOf(store, workspace_id, madeFiles);
  const waiting = names.length > 0 ? await store.mentions.unmatched(workspace_id, names, MOST_MENTIONS) : [];
  const byTurn = Map.groupBy(
    waiting.filter(mention => mention.path.includes('/') || now - instantOf(mention.timestamp) < BARE_NAME_MS),
    ({ ref }) => `${ref.conversation_id} ${ref.turn_index}`,
  );
  let batch: LinkedTurn[] = [];
  let linked = 0;
  for (const mentions of byTurn.values()) {
    if (signal.aborted) {
      return linked;
    }
    const links = await linksOf(store, view, mentions);
    if (links) {
      batch.push({ ref: mentions[0]!.ref, links });
    }
    if (batch.length === TURNS_A_BATCH) {
      linked += await link(store, batch);
      batch = [];
    }
  }
  return linked + (batch.length > 0 ? await link(store, batch) : 0);
}

/** The names of the files that were made, as far as somebody waits for them. */
async function namesOf(store: Store, workspace_id: string, madeFiles: Iterable<string>): Promise<string[]> {
  const names = new Set<string>();
  let waiting: ReadonlySet<string> | undefined;
  let count = 0;
  for (const path of madeFiles) {
    const name = waitingName(path);
    if (waiting ? waiting.has(name) : true) {
      names.add(name);
    }
    count += 1;
    if (!waiting && names.size > FEW_NAMES) {
      waiting = new Set(await store.mentions.unmatchedNames(workspace_id));
      if (waiting.size === 0) {
        return [];
      }
    }
    if (count % PATHS_A_SLICE === 0) {
      await new Promise(done => setImmediate(done));
    }
  }
  return waiting ? [...names].filter(name => waiting.has(name)) : [...names];
}

/** As any mention is matched: exactly, then by what it alone ends with; between two, a person is asked. */
async function linksOf(
  store: Store,
  view: Matcher,
  mentions: readonly WaitingMention[],
): Promise<TurnLinks | undefined> {
  const near = (await store.files.ofConversation(mentions[0]!.ref.conversation_id)).map(({ path }) => path);
  const links: Required<Omit<TurnLinks, 'unmatched'>> = { message_ids: [], files: [], open: [], settled: [] };
  for (const { message_id, path, kind, line, symbol } of mentions) {
    const match = await view.match(path, near, kind === 'reference');
    if (match) {
      links.settled.push({ message_id, path });
      if ('file' in match) {
        links.files.push({ message_id, path: match.file, kind, line, symbol });
      } else {
        links.open.push({ message_id, path, kind, line, symbol, candidates: match.candidates });
      }
    }
  }
  return links.settled.length > 0 ? { ...links, files: oneEach(links.files) } : undefined;
}

async function link(store: Store, batch: LinkedTurn[]): Promise<number> {
  try {
    await store.mentions.linkTurns(batch);
    return batch.length;
  } catch (error) {
    // A conversation that was deleted meanwhile took its mentions along; the others are found the next time.
    if (error instanceof StoreError && error.reason === 'not-found') {
      return 0;
    }
    throw error;
  }
}
