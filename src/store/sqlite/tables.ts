import type { Store } from '../store.ts';
import { SqliteConversations } from './entities/conversations.ts';
import { SqliteFiles } from './entities/files.ts';
import { SqliteMentions } from './entities/mentions.ts';
import { SqliteReceipts } from './entities/receipts.ts';
import { SqliteRules } from './entities/rules.ts';
import { SqliteSearch } from './entities/search.ts';
import { SqliteSummaries } from './entities/summaries.ts';
import { SqliteTurns } from './entities/turns.ts';
import { SqliteWorkspaces } from './entities/workspaces.ts';
import type { Database } from './sql/database.ts';
import type { TextIndex } from './words/textIndex.ts';
import { SqliteJobs } from './work/jobs.ts';
import { SqliteUsage } from './work/usage.ts';

/** The entities of the contract, as the worker has them: the same methods, synchronous. */
export type EntityName = Exclude<keyof Store, 'onDidChange' | 'onDidNotice' | 'open' | 'close'>;

export function createTables(db: Database, index: TextIndex) {
  const conversations = new SqliteConversations(db, index);
  const files = new SqliteFiles(db);
  return {
    conversations,
    turns: new SqliteTurns(db, index, conversations),
    search: new SqliteSearch(db, index),
    summaries: new SqliteSummaries(db, index, files),
    files,
    mentions: new SqliteMentions(db, files),
    jobs: new SqliteJobs(db),
    rules: new SqliteRules(db),
    receipts: new SqliteReceipts(db),
    usage: new SqliteUsage(db),
    workspaces: new SqliteWorkspaces(db, index),
  };
}

export type Tables = ReturnType<typeof createTables>;
