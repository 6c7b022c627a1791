import { SqliteConversations } from './entities/conversations.ts';
import { FileLinks } from './entities/fileLinks.ts';
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
import { SqliteJobQueue } from './work/jobQueue.ts';
import { SqliteLedger } from './work/ledger.ts';

/** The entities of the contracts, as the worker has them: the same methods, synchronous. */
export function createTables(db: Database, index: TextIndex) {
  const conversations = new SqliteConversations(db, index);
  const links = new FileLinks(db);
  const turns = new SqliteTurns(db, index, conversations);
  return {
    conversations,
    turns,
    search: new SqliteSearch(db, index, turns),
    summaries: new SqliteSummaries(db, index, links),
    files: new SqliteFiles(db, links),
    mentions: new SqliteMentions(db, links),
    rules: new SqliteRules(db),
    receipts: new SqliteReceipts(db),
    workspaces: new SqliteWorkspaces(db, index),
    jobs: new SqliteJobQueue(db),
    spending: new SqliteLedger(db),
  };
}

export type Tables = ReturnType<typeof createTables>;
export type EntityName = keyof Tables;
