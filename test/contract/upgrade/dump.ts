import type { Conversation } from '../../../src/model/conversation.ts';
import type { SqliteStore } from '../../../src/store/sqlite/thread/sqliteStore.ts';
import type { Store } from '../../../src/store/store.ts';
import { turnsOf } from '../../../src/store/turnStore.ts';
import { rowsIn } from '../suite/sqliteRows.ts';

const MANY = 1000;
const WORKSPACES = ['git:example.org/parcel', 'none'];

/** All that was put into a memory, read through the store's contract where it has it, as plain JSON; counts made of it are left out. */
export async function dumpMemory(store: SqliteStore, file: string): Promise<unknown> {
  const conversations: Conversation[] = [];
  for (const status of ['active', 'archived'] as const) {
    conversations.push(...(await store.conversations.list({ reach: 'all', status, limit: MANY })));
  }
  const { jobs, spending } = store.work;
  const dump = {
    conversations: await inOrder(conversations, conversation => dumpConversation(store, file, conversation)),
    topics: topicsIn(file),
    files: await inOrder(WORKSPACES, workspace_id => dumpFiles(store, workspace_id)),
    jobs: await jobs.list(),
    rules: await store.rules.list('all'),
    usage: await inOrder(['2026-03-04', '2026-03-05'], day => spending.spent(day)),
  };
  return JSON.parse(JSON.stringify(dump));
}

async function dumpConversation(store: Store, file: string, conversation: Conversation): Promise<unknown> {
  const { uuid } = conversation;
  const turns = await turnsOf(store, uuid, { limit: MANY });
  const mentions = await store.mentions.ofTurns({ conversation_id: uuid });
  return {
    conversation,
    turns: await inOrder(turns, async turn => ({ turn, receipt: await store.receipts.read(turn) })),
    summaries: await inOrder(await store.summaries.ofConversation(uuid), async summary => {
      const [linked] = await store.files.linksOf([summary.uuid]);
      return {
        summary,
        topics: topicsOf(file, summary.uuid),
        files: linked?.files,
        scopes: linked?.scopes,
      };
    }),
    staged: await store.summaries.ofConversation(uuid, { staged: true }),
    marks: await store.summaries.marks(uuid),
    mentions: mentions.files,
    openMentions: mentions.open,
    chunks: chunksOf(file, uuid),
  };
}

/** A row as it was put in: its JSON parsed, 0 and 1 as no and yes. */
function plain(row: Record<string, unknown>, json: readonly string[], booleans: readonly string[] = []) {
  const parsed = json.map(name => [name, JSON.parse(String(row[name]))]);
  return { ...row, ...Object.fromEntries([...parsed, ...booleans.map(name => [name, row[name] === 1])]) };
}

function topicsIn(file: string): unknown[] {
  return rowsIn(file, 'SELECT uuid, name, aliases, created_at FROM topic ORDER BY name COLLATE NOCASE').map(row => {
    const related = rowsIn(
      file,
      `SELECT t.*, r.confidence FROM related_to r JOIN topic t ON t.uuid = r.other_id WHERE r.topic_id = ?
       ORDER BY r.confidence DESC`,
      String(row.uuid),
    );
    return {
      topic: plain(row, ['aliases']),
      related: related.map(({ confidence, ...topic }) => ({ topic: plain(topic, ['aliases']), confidence })),
    };
  });
}

function topicsOf(file: string, summary_id: string): unknown[] {
  const rows = rowsIn(
    file,
    `SELECT t.uuid, t.name, t.aliases, t.created_at FROM topic t JOIN has_topic h ON h.topic_id = t.uuid
     WHERE h.summary_id = ? ORDER BY t.name COLLATE NOCASE`,
    summary_id,
  );
  return rows.map(row => plain(row, ['aliases']));
}

function chunksOf(file: string, conversation_id: string): unknown[] {
  const rows = rowsIn(file, 'SELECT * FROM chunk WHERE conversation_id = ? ORDER BY sequence_order', conversation_id);
  return rows.map(row => plain(row, ['participants', 'custom_tags'], ['indexed']));
}

async function dumpFiles(store: Store, workspace_id: string): Promise<unknown> {
  const knownFiles = await store.files.known(workspace_id);
  const contents = knownFiles.filter(({ deleted_at }) => deleted_at === null);
  return {
    contents,
    deleted: knownFiles.filter(({ deleted_at }) => deleted_at !== null),
    scopes: await inOrder(contents, ({ path }) => store.files.scopesIn(workspace_id, path)),
  };
}

async function inOrder<T, R>(items: readonly T[], read: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const item of items) {
    results.push(await read(item));
  }
  return results;
}
