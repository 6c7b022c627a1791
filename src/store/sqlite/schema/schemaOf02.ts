import { SLOT_MS } from '../sql/idAt.ts';
import { APPLICATION_ID, type Migration } from './migration.ts';
import { markTurnsToldToMemory } from './turnKinds.ts';

/** What was said, told to memory, or only looked up: each turn's kind, on both of its messages. Lookups link no files. */
const kindsOfTurns: Migration = {
  version: 8,
  sql: `
    ALTER TABLE message ADD COLUMN kind TEXT NOT NULL DEFAULT 'talk' CHECK (kind IN ('talk', 'note', 'lookup'));
    ALTER TABLE conversation ADD COLUMN lookup_count INTEGER NOT NULL DEFAULT 0;
    DROP TRIGGER message_is_to_be_linked;
    CREATE TRIGGER message_is_to_be_linked AFTER INSERT ON message
    WHEN new.kind = 'talk' OR (new.kind = 'note' AND new.sequence_number = 0) BEGIN
      INSERT INTO message_to_link (message_id, workspace_id)
        SELECT new.id, workspace_id FROM conversation WHERE uuid = new.conversation_id AND workspace_id <> 'none';
    END;
  `,
  fill: markTurnsToldToMemory,
};

/** How many answers an L1 condenses, so that one which comes later is noticed. */
const answersInSummaries: Migration = {
  version: 9,
  sql: `
    ALTER TABLE summary ADD COLUMN answers INTEGER;
    UPDATE summary SET answers = (SELECT count(*) FROM message m WHERE m.conversation_id = summary.conversation_id
      AND m.turn_index BETWEEN summary.start_turn AND summary.end_turn AND m.sequence_number = 1 AND m.kind = 'talk')
      WHERE level = 1;
  `,
};

/** Which workspaces share a memory; a conversation that belongs to another one's remembers where it was recorded. */
const memoryChoices: Migration = {
  version: 10,
  sql: `
    CREATE TABLE workspace_choice (
      workspace_id TEXT NOT NULL,
      other_id TEXT NOT NULL,
      choice TEXT NOT NULL CHECK (choice IN ('same', 'apart')),
      chosen_at TEXT NOT NULL,
      PRIMARY KEY (workspace_id, other_id)
    ) STRICT, WITHOUT ROWID;
    CREATE UNIQUE INDEX workspace_choice_one_memory ON workspace_choice (workspace_id) WHERE choice = 'same';
    ALTER TABLE conversation ADD COLUMN recorded_in TEXT;
    CREATE INDEX conversation_by_recorded ON conversation (recorded_in) WHERE recorded_in IS NOT NULL;
  `,
};

/** Mentions of files that were not there, by the name of the file in small letters, until one is made. */
const unmatchedMentions: Migration = {
  version: 11,
  sql: `
    CREATE TABLE unmatched_mention (
      message_id TEXT NOT NULL REFERENCES message (uuid) ON DELETE CASCADE,
      path TEXT NOT NULL,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      line INTEGER,
      symbol TEXT,
      PRIMARY KEY (message_id, path)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX unmatched_mention_by_name ON unmatched_mention (name);
  `,
};

/** Turns that their chat no longer shows. */
const withdrawnTurns: Migration = {
  version: 12,
  sql: 'ALTER TABLE message ADD COLUMN withdrawn_ms INTEGER;',
};

/** When a job was last seen waiting or running: a clock that is set back shows by it. */
const jobsUnderAnyClock: Migration = {
  version: 13,
  sql: 'ALTER TABLE job ADD COLUMN seen_ms INTEGER NOT NULL DEFAULT 0;',
};

/** `memory` names the memory itself: a copy of the file, or a backup, goes on with the same one. */
const ownFile: Migration = {
  version: 14,
  sql: `
    PRAGMA application_id = ${APPLICATION_ID};
    CREATE TABLE memory (uuid TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
    INSERT INTO memory (uuid) VALUES (lower(hex(randomblob(16))));
  `,
};

/** Scripts without blanks are indexed by pairs of characters, with the marks that belong to them. */
const allScripts = {
  version: 15,
  sql: '',
  fullTextSql: `
    DROP TABLE IF EXISTS turn_fts;
    DROP TABLE IF EXISTS title_fts;
    DROP TABLE IF EXISTS summary_fts;
    CREATE VIRTUAL TABLE turn_fts USING fts5 (prompt, answer, files, workspace, content = '', contentless_delete = 1,
      prefix = '2 3', tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'");
    CREATE VIRTUAL TABLE title_fts USING fts5 (title, content = '', contentless_delete = 1,
      prefix = '2 3', tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'");
    CREATE VIRTUAL TABLE summary_fts USING fts5 (conversation_summary, actions_summary, key_findings, place,
      content = '', contentless_delete = 1, prefix = '2 3',
      tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* Co M*'");
  `,
  reindex: true,
} satisfies Migration;

/** What folders were when they were last open, by the hash of their address: it was kept beside the memory before. */
const placesOfWorkspaces: Migration = {
  version: 16,
  sql: `
    CREATE TABLE workspace_place (
      folder_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      born REAL,
      git_born REAL,
      first_commit TEXT,
      seen_ms INTEGER NOT NULL,
      PRIMARY KEY (folder_id, workspace_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX workspace_place_by_commit ON workspace_place (first_commit) WHERE first_commit IS NOT NULL;
  `,
};

/** What waits to be linked is read by the time it was said: old turns may be recorded later than new ones. */
const waitingByTime: Migration = {
  version: 17,
  sql: `
    ALTER TABLE message_to_link ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
    UPDATE message_to_link SET at_ms = (SELECT m.timestamp_ms FROM message m WHERE m.id = message_id);
    DROP INDEX message_to_link_by_workspace;
    CREATE INDEX message_to_link_by_time ON message_to_link (workspace_id, at_ms);
    DROP TRIGGER message_is_to_be_linked;
    CREATE TRIGGER message_is_to_be_linked AFTER INSERT ON message
    WHEN new.kind = 'talk' OR (new.kind = 'note' AND new.sequence_number = 0) BEGIN
      INSERT INTO message_to_link (message_id, workspace_id, at_ms) SELECT new.id, workspace_id, new.timestamp_ms
        FROM conversation WHERE uuid = new.conversation_id AND workspace_id <> 'none';
    END;
  `,
};

/** In the order of their times, each at its slot, or behind the one before where that is taken. No new id is an old one. */
const renumber = (table: string, ms: string) => `
    CREATE TEMP TABLE renumbered (old INTEGER PRIMARY KEY, id INTEGER NOT NULL);
    INSERT INTO renumbered SELECT old, place + max(earliest - place) OVER (ORDER BY place) FROM (
      SELECT id AS old, row_number() OVER (ORDER BY ${ms}, id) AS place,
        max(${ms} / ${SLOT_MS}, (SELECT max(id) FROM ${table}) + 1) AS earliest FROM ${table});
    UPDATE ${table} SET id = (SELECT id FROM renumbered WHERE old = ${table}.id);`;

/** Ids follow time, so that the newest of many are read first, also where they were recorded before older ones. */
const idsByTime: Migration = {
  version: 18,
  sql: `
    PRAGMA defer_foreign_keys = ON;
    ${renumber('conversation', 'coalesce(unixepoch(created_at) * 1000, updated_ms)')}
    DROP TABLE renumbered;
    ${renumber('summary', 'covers_ms')}
    DROP TABLE renumbered;
    ${renumber('message', 'timestamp_ms')}
    UPDATE message_to_link SET message_id = (SELECT id FROM renumbered WHERE old = message_id);
    DROP TABLE renumbered;
  `,
  fullTextSql: allScripts.fullTextSql,
  reindex: true,
};

/** The steps that came with 0.2. */
export const schemaOf02: readonly Migration[] = [
  kindsOfTurns,
  answersInSummaries,
  memoryChoices,
  unmatchedMentions,
  withdrawnTurns,
  jobsUnderAnyClock,
  ownFile,
  allScripts,
  placesOfWorkspaces,
  waitingByTime,
  idsByTime,
];
