import type { Conversation } from '../../../src/model/conversation.ts';
import type { Store } from '../../../src/store/store.ts';
import type { Work } from '../../../src/work/work.ts';

const MANY = 1000;
const WORKSPACES = ['git:example.org/parcel', 'none'];

/** All that was put into a memory, read through the contracts, as plain JSON; counts made of it are left out. */
export async function dumpMemory(store: Store, { jobs, spending }: Pick<Work, 'jobs' | 'spending'>): Promise<unknown> {
  const conversations: Conversation[] = [];
  for (const status of ['active', 'archived'] as const) {
    conversations.push(...(await store.conversations.list({ reach: 'all', status, limit: MANY })));
  }
  const { topics, recall } = store;
  const dump = {
    conversations: await inOrder(conversations, conversation => dumpConversation(store, conversation)),
    topics: await inOrder(await topics.list(), async topic => ({ topic, related: await topics.related(topic.uuid) })),
    files: await inOrder(WORKSPACES, workspace_id => dumpFiles(store, workspace_id)),
    jobs: await jobs.list(),
    rules: await recall.rules('all'),
    usage: await inOrder(['2026-03-04', '2026-03-05'], day => spending.spent(day)),
  };
  return JSON.parse(JSON.stringify(dump));
}

async function dumpConversation(store: Store, conversation: Conversation): Promise<unknown> {
  const { uuid } = conversation;
  const turns = await store.turns.list(uuid, { limit: MANY });
  return {
    conversation,
    turns: await inOrder(turns, async turn => ({ turn, receipt: await store.recall.receipt(turn) })),
    summaries: await inOrder(await store.summaries.list(uuid), async summary => ({
      summary,
      topics: await store.topics.ofSummary(summary.uuid),
      files: await store.files.mentionedBy({ summary_id: summary.uuid }),
      scopes: await store.files.scopesOf(summary.uuid),
    })),
    staged: await store.summaries.list(uuid, { staged: true }),
    marks: await store.summaries.marks(uuid),
    mentions: await store.mentions.ofTurns({ conversation_id: uuid }),
    openMentions: await store.mentions.openOf({ conversation_id: uuid }),
    chunks: await store.chunks.list(uuid),
  };
}

async function dumpFiles(store: Store, workspace_id: string): Promise<unknown> {
  const contents = await store.files.contents(workspace_id);
  return {
    contents,
    deleted: await store.files.deleted(workspace_id),
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
