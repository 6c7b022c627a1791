import type { Store } from '../store.ts';
import { SqliteChunks } from './chunks.ts';
import { SqliteConversations } from './conversations.ts';
import type { Database } from './database.ts';
import { SqliteFiles } from './files.ts';
import { SqliteJobs } from './jobs.ts';
import { SqliteMentions } from './mentions.ts';
import { SqliteRecall } from './recall.ts';
import { SqliteSearch } from './search.ts';
import { SqliteSummaries } from './summaries.ts';
import { SqliteTopics } from './topics.ts';
import { SqliteTurns } from './turns.ts';
import { SqliteUsage } from './usage.ts';
import type { TextIndex } from './words/textIndex.ts';
import { SqliteWorkspaces } from './workspaces.ts';

/** The entities of the contract, as the worker has them: the same methods, synchronous. */
export type EntityName = Exclude<keyof Store, 'onDidChange' | 'onDidNotice' | 'open' | 'close'>;

export function createTables(db: Database, index: TextIndex) {
  const files = new SqliteFiles(db);
  const topics = new SqliteTopics(db);
  return {
    conversations: new SqliteConversations(db, index),
    turns: new SqliteTurns(db, index),
    search: new SqliteSearch(db, index),
    summaries: new SqliteSummaries(db, index, { files, topics }),
    topics,
    files,
    mentions: new SqliteMentions(db, files),
    chunks: new SqliteChunks(db),
    jobs: new SqliteJobs(db),
    recall: new SqliteRecall(db),
    usage: new SqliteUsage(db),
    workspaces: new SqliteWorkspaces(db, index),
  };
}

export type Tables = ReturnType<typeof createTables>;
