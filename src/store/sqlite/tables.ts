import type { Store } from '../store.ts';
import { SqliteChunks } from './entities/chunks.ts';
import { SqliteConversations } from './entities/conversations.ts';
import { FileLinks } from './entities/fileLinks.ts';
import { SqliteFiles } from './entities/files.ts';
import { SqliteMentions } from './entities/mentions.ts';
import { SqliteRecall } from './entities/recall.ts';
import { SqliteSearch } from './entities/search.ts';
import { SqliteSummaries } from './entities/summaries.ts';
import { SqliteTopics } from './entities/topics.ts';
import { SqliteTurns } from './entities/turns.ts';
import { SqliteWorkspaces } from './entities/workspaces.ts';
import type { Database } from './sql/database.ts';
import type { TextIndex } from './words/textIndex.ts';
import { SqliteJobs } from './work/jobs.ts';
import { SqliteUsage } from './work/usage.ts';

/** The entities of the contract, as the worker has them: the same methods, synchronous. */
export type EntityName = Exclude<keyof Store, 'onDidChange' | 'onDidNotice' | 'open' | 'close'>;

export function createTables(db: Database, index: TextIndex) {
  const links = new FileLinks(db);
  const topics = new SqliteTopics(db);
  return {
    conversations: new SqliteConversations(db, index),
    turns: new SqliteTurns(db, index),
    search: new SqliteSearch(db, index),
    summaries: new SqliteSummaries(db, index, { files: links, topics }),
    topics,
    files: new SqliteFiles(db, links),
    mentions: new SqliteMentions(db, links),
    chunks: new SqliteChunks(db),
    jobs: new SqliteJobs(db),
    recall: new SqliteRecall(db),
    usage: new SqliteUsage(db),
    workspaces: new SqliteWorkspaces(db, index),
  };
}

export type Tables = ReturnType<typeof createTables>;
