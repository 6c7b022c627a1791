import type { Conversation } from '../../../src/model/conversation.ts';
import type { Store } from '../../../src/store/store.ts';

const MANY = 1000;
const WORKSPACES = ['git:example.org/parcel', 'none'];

/** All that was put into a memory, read through the store's contract, as plain JSON; counts made of it are left out. */
export async function dumpMemory(store: Store): Promise<unknown> {
  const conversations: Conversation[] = [];
  for (const status of ['active', 'archived'] as const) {
    conversations.push(...(await store.conversations.list({ reach: 'all', status, limit: MANY })));
  }
  const { topics, jobs, recall, usage } = store;
  const dump = {
    conversations: await inOrder(conversations, conversation => dumpConversation(store, conversation)),
    topics: await inOrder(await topics.list(), async topic => ({ topic, related: await topics.related(topic.uuid) })),
    files: await inOrder(WORKSPACES, workspace_id => dumpFiles(store, workspace_id)),
    jobs: await jobs.list(),
    rules: await recall.rules('all'),
    usage: await inOrder(['2026-03-04', '2026-03-05'], day => usage.spent(day)),
  };
  return JSON.parse(JSON.stringify(dump));
}

async function dumpConversation(store: Store, conversation: Conversation): Promise<unknown> {
  const { uuid } = conversation;
  const turns = await store.turns.list(uuid, { limit: MANY });
  const mentions = await store.mentions.ofTurns({ conversation_id: uuid });
  return {
    conversation,
    turns: await inOrder(turns, async turn => ({ turn, receipt: await store.recall.receipt(turn) })),
    summaries: await inOrder(await store.summaries.list(uuid), async summary => {
      const [linked] = await store.files.linksOf([summary.uuid]);
      return {
        summary,
        topics: await store.topics.ofSummary(summary.uuid),
        files: linked?.files,
        scopes: linked?.scopes,
      };
    }),
    staged: await store.summaries.list(uuid, { staged: true }),
    marks: await store.summaries.marks(uuid),
    mentions: mentions.files,
    openMentions: mentions.open,
    chunks: await store.chunks.list(uuid),
  };
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
