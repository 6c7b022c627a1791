import type { Migration } from './migration.ts';

const conversationsAndTurns: Migration = {
  version: 1,
  sql: `
    CREATE TABLE conversation (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      title TEXT NOT NULL,
      source TEXT NOT NULL,
      external_id TEXT NOT NULL,
      workspace_id TEXT NOT NULL,
      workspace_name TEXT NOT NULL,
      parent_id TEXT,
      root_id TEXT,
      tags TEXT NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('active', 'archived')),
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      updated_ms INTEGER NOT NULL,
      message_count INTEGER NOT NULL DEFAULT 0,
      turn_count INTEGER NOT NULL DEFAULT 0,
      total_chars INTEGER NOT NULL DEFAULT 0,
      UNIQUE (source, external_id)
    ) STRICT;
    CREATE INDEX conversation_by_time ON conversation (status, updated_ms, turn_count);
    CREATE INDEX conversation_by_workspace ON conversation (workspace_id, status, updated_ms, turn_count);

    CREATE TABLE message (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      turn_index INTEGER NOT NULL,
      sequence_number INTEGER NOT NULL,
      role TEXT NOT NULL CHECK (role IN ('user', 'assistant', 'system')),
      external_id TEXT,
      content TEXT NOT NULL,
      reasoning TEXT,
      timestamp TEXT NOT NULL,
      timestamp_ms INTEGER NOT NULL,
      char_count INTEGER NOT NULL,
      token_count INTEGER NOT NULL,
      status TEXT NOT NULL CHECK (status IN ('complete', 'failed', 'cancelled')),
      error TEXT,
      model TEXT,
      refs TEXT NOT NULL,
      embedding BLOB,
      embedding_space TEXT,
      UNIQUE (conversation_id, turn_index, sequence_number)
    ) STRICT;
    CREATE UNIQUE INDEX message_once ON message (conversation_id, external_id) WHERE external_id IS NOT NULL;

    CREATE TABLE tool_call (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      message_id TEXT NOT NULL REFERENCES message (uuid) ON DELETE CASCADE,
      sequence_number INTEGER NOT NULL,
      tool_name TEXT NOT NULL,
      arguments TEXT NOT NULL,
      reasoning TEXT,
      timestamp TEXT NOT NULL,
      duration_ms REAL,
      success INTEGER NOT NULL,
      iteration INTEGER,
      UNIQUE (message_id, sequence_number)
    ) STRICT;

    CREATE TABLE tool_result (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      tool_call_id TEXT NOT NULL UNIQUE REFERENCES tool_call (uuid) ON DELETE CASCADE,
      success INTEGER NOT NULL,
      result TEXT NOT NULL,
      error TEXT,
      timestamp TEXT NOT NULL,
      result_size_bytes INTEGER NOT NULL
    ) STRICT;
  `,
  // Contentless: the texts live in message only. One row a turn, its rowid the user message's id.
  // `workspace` holds one made-up word for the turn's workspace (textIndex.ts).
  fullTextSql: `
    CREATE VIRTUAL TABLE turn_fts USING fts5 (prompt, answer, files, workspace, content = '', contentless_delete = 1,
      prefix = '2 3', tokenize = 'porter unicode61 remove_diacritics 2');
    CREATE VIRTUAL TABLE title_fts USING fts5 (title, content = '', contentless_delete = 1,
      prefix = '2 3', tokenize = 'porter unicode61 remove_diacritics 2');
  `,
};

const layersAndLinks: Migration = {
  version: 2,
  sql: `
    CREATE TABLE summary (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      level INTEGER NOT NULL,
      conversation_summary TEXT NOT NULL,
      actions_summary TEXT NOT NULL,
      key_findings TEXT NOT NULL,
      tools_used TEXT NOT NULL,
      char_range_start INTEGER NOT NULL,
      char_range_end INTEGER NOT NULL,
      start_turn INTEGER NOT NULL,
      end_turn INTEGER NOT NULL,
      summary_char_count INTEGER NOT NULL,
      token_count INTEGER NOT NULL,
      source_type TEXT NOT NULL CHECK (source_type IN ('MESSAGE', 'SUMMARY')),
      parent_summaries TEXT NOT NULL,
      evidence TEXT NOT NULL,
      made_by TEXT NOT NULL,
      prompt_version TEXT NOT NULL,
      created_at TEXT NOT NULL,
      created_ms INTEGER NOT NULL,
      covers_ms INTEGER NOT NULL,
      provisional INTEGER NOT NULL,
      staged INTEGER NOT NULL,
      embedding BLOB,
      embedding_space TEXT,
      UNIQUE (conversation_id, staged, level, start_turn, end_turn)
    ) STRICT;
    CREATE INDEX summary_by_level ON summary (staged, level, covers_ms);
    CREATE TABLE summary_mark (
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      staged INTEGER NOT NULL,
      level INTEGER NOT NULL,
      next_turn INTEGER NOT NULL,
      next_char INTEGER NOT NULL,
      PRIMARY KEY (conversation_id, staged, level)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE chunk (
      id INTEGER PRIMARY KEY,
      chunk_id TEXT NOT NULL UNIQUE,
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      parent_task_id TEXT,
      root_task_id TEXT,
      chunk_type TEXT NOT NULL,
      sequence_order INTEGER NOT NULL,
      timestamp TEXT NOT NULL,
      indexed INTEGER NOT NULL,
      content TEXT NOT NULL,
      content_summary TEXT NOT NULL,
      participants TEXT NOT NULL,
      tool_details TEXT,
      custom_tags TEXT NOT NULL,
      embedding BLOB,
      embedding_space TEXT,
      UNIQUE (conversation_id, sequence_order)
    ) STRICT;

    CREATE TABLE topic (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      aliases TEXT NOT NULL,
      created_at TEXT NOT NULL,
      embedding BLOB,
      embedding_space TEXT
    ) STRICT;
    CREATE TABLE topic_name (
      name TEXT PRIMARY KEY COLLATE NOCASE,
      topic_id TEXT NOT NULL REFERENCES topic (uuid) ON DELETE CASCADE
    ) STRICT;
    CREATE TABLE has_topic (
      summary_id TEXT NOT NULL REFERENCES summary (uuid) ON DELETE CASCADE,
      topic_id TEXT NOT NULL REFERENCES topic (uuid) ON DELETE CASCADE,
      PRIMARY KEY (summary_id, topic_id)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE related_to (
      topic_id TEXT NOT NULL REFERENCES topic (uuid) ON DELETE CASCADE,
      other_id TEXT NOT NULL REFERENCES topic (uuid) ON DELETE CASCADE,
      confidence REAL NOT NULL,
      PRIMARY KEY (topic_id, other_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      workspace_id TEXT NOT NULL,
      path TEXT NOT NULL,
      deleted_at TEXT,
      UNIQUE (workspace_id, path)
    ) STRICT;
    CREATE TABLE scope (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      file_id TEXT NOT NULL REFERENCES file (uuid) ON DELETE CASCADE,
      name TEXT NOT NULL,
      kind TEXT NOT NULL,
      start_line INTEGER,
      end_line INTEGER,
      content_hash TEXT
    ) STRICT;
    CREATE INDEX scope_by_file ON scope (file_id, name);
    CREATE TABLE message_mentions_file (
      message_id TEXT NOT NULL REFERENCES message (uuid) ON DELETE CASCADE,
      file_id TEXT NOT NULL REFERENCES file (uuid) ON DELETE CASCADE,
      PRIMARY KEY (message_id, file_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX message_mentions_by_file ON message_mentions_file (file_id);
    CREATE TABLE summary_mentions_file (
      summary_id TEXT NOT NULL REFERENCES summary (uuid) ON DELETE CASCADE,
      file_id TEXT NOT NULL REFERENCES file (uuid) ON DELETE CASCADE,
      PRIMARY KEY (summary_id, file_id)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX summary_mentions_by_file ON summary_mentions_file (file_id);
    CREATE TABLE mentions_scope (
      summary_id TEXT NOT NULL REFERENCES summary (uuid) ON DELETE CASCADE,
      scope_id TEXT NOT NULL REFERENCES scope (uuid) ON DELETE CASCADE,
      PRIMARY KEY (summary_id, scope_id)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE job (
      id INTEGER PRIMARY KEY,
      uuid TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL,
      key TEXT NOT NULL,
      payload TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('waiting', 'running', 'dead')),
      attempts INTEGER NOT NULL,
      run_after INTEGER NOT NULL,
      lease_owner TEXT,
      lease_until INTEGER,
      last_error TEXT,
      again INTEGER NOT NULL DEFAULT 0,
      UNIQUE (kind, key)
    ) STRICT;
    CREATE INDEX job_due ON job (state, run_after);
  `,
  // `place` holds made-up words for the workspace and the level.
  fullTextSql: `
    CREATE VIRTUAL TABLE summary_fts USING fts5 (conversation_summary, actions_summary, key_findings, place,
      content = '', contentless_delete = 1, prefix = '2 3', tokenize = 'porter unicode61 remove_diacritics 2');
  `,
};

const recallAndUsage: Migration = {
  version: 3,
  sql: `
    CREATE TABLE summary_rule (
      summary_id TEXT PRIMARY KEY REFERENCES summary (uuid) ON DELETE CASCADE,
      rule TEXT NOT NULL CHECK (rule IN ('pin', 'leave-out'))
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE turn_rule (
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      turn_index INTEGER NOT NULL,
      rule TEXT NOT NULL CHECK (rule IN ('pin', 'leave-out')),
      PRIMARY KEY (conversation_id, turn_index)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE receipt (
      conversation_id TEXT NOT NULL REFERENCES conversation (uuid) ON DELETE CASCADE,
      turn_index INTEGER NOT NULL,
      receipt TEXT NOT NULL,
      PRIMARY KEY (conversation_id, turn_index)
    ) STRICT;
    CREATE TABLE usage (
      day TEXT PRIMARY KEY,
      tokens INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};

/** How and when a file was mentioned, what is still to be matched, and what cannot be settled without a person. */
const mentionsAndTheirQueue: Migration = {
  version: 4,
  sql: `
    ALTER TABLE message_mentions_file ADD COLUMN kind TEXT NOT NULL DEFAULT 'prose';
    ALTER TABLE message_mentions_file ADD COLUMN line INTEGER;
    ALTER TABLE message_mentions_file ADD COLUMN symbol TEXT;
    ALTER TABLE message_mentions_file ADD COLUMN path TEXT;
    ALTER TABLE message_mentions_file ADD COLUMN at_ms INTEGER NOT NULL DEFAULT 0;
    UPDATE message_mentions_file SET
      path = (SELECT f.path FROM file f WHERE f.uuid = file_id),
      at_ms = (SELECT m.timestamp_ms FROM message m WHERE m.uuid = message_id);
    DROP INDEX message_mentions_by_file;
    CREATE INDEX message_mentions_by_file ON message_mentions_file (file_id, at_ms);
    CREATE INDEX message_mentions_by_time ON message_mentions_file (at_ms, file_id);
    CREATE INDEX mentions_by_scope ON mentions_scope (scope_id);
    ALTER TABLE file ADD COLUMN content_hash TEXT;

    CREATE TABLE open_mention (
      message_id TEXT NOT NULL REFERENCES message (uuid) ON DELETE CASCADE,
      path TEXT NOT NULL,
      kind TEXT NOT NULL,
      line INTEGER,
      symbol TEXT,
      candidates TEXT NOT NULL,
      PRIMARY KEY (message_id, path)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE message_to_link (
      message_id INTEGER PRIMARY KEY REFERENCES message (id) ON DELETE CASCADE,
      workspace_id TEXT NOT NULL
    ) STRICT;
    CREATE INDEX message_to_link_by_workspace ON message_to_link (workspace_id);
    INSERT INTO message_to_link (message_id, workspace_id)
      SELECT m.id, c.workspace_id FROM message m JOIN conversation c ON c.uuid = m.conversation_id
      WHERE c.workspace_id <> 'none';
    CREATE TRIGGER message_is_to_be_linked AFTER INSERT ON message BEGIN
      INSERT INTO message_to_link (message_id, workspace_id)
        SELECT new.id, workspace_id FROM conversation WHERE uuid = new.conversation_id AND workspace_id <> 'none';
    END;

    CREATE TABLE summary_to_link (
      summary_id TEXT PRIMARY KEY REFERENCES summary (uuid) ON DELETE CASCADE,
      names TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO summary_to_link (summary_id, names) SELECT uuid, '{"files":[],"scopes":[]}' FROM summary;
  `,
};

const changedScopes: Migration = {
  version: 5,
  sql: 'ALTER TABLE scope ADD COLUMN changed_at TEXT;',
};

/** Turns are counted by their links alone: `turn` is the conversation's id and the turn's index in one number. */
const mentionsByTurn: Migration = {
  version: 6,
  sql: `
    ALTER TABLE message_mentions_file ADD COLUMN turn INTEGER NOT NULL DEFAULT 0;
    UPDATE message_mentions_file SET turn = (SELECT (c.id << 20) + m.turn_index FROM message m
      JOIN conversation c ON c.uuid = m.conversation_id WHERE m.uuid = message_id);
    DROP INDEX message_mentions_by_time;
    CREATE INDEX message_mentions_by_time ON message_mentions_file (at_ms, file_id, turn);
    CREATE TRIGGER mention_knows_its_turn AFTER INSERT ON message_mentions_file BEGIN
      UPDATE message_mentions_file SET turn = coalesce((SELECT (c.id << 20) + m.turn_index FROM message m
        JOIN conversation c ON c.uuid = m.conversation_id WHERE m.uuid = new.message_id), 0)
      WHERE message_id = new.message_id AND file_id = new.file_id;
    END;
  `,
};

/** Topics, symbols and files that nobody speaks of any more go; the indexes find them, and what hangs on them. */
const nothingUnspoken: Migration = {
  version: 7,
  sql: `
    CREATE INDEX has_topic_by_topic ON has_topic (topic_id);
    CREATE INDEX topic_name_by_topic ON topic_name (topic_id);
    CREATE INDEX related_to_by_other ON related_to (other_id);
    DELETE FROM topic WHERE NOT EXISTS (SELECT 1 FROM has_topic h WHERE h.topic_id = topic.uuid);
    DELETE FROM scope WHERE NOT EXISTS (SELECT 1 FROM mentions_scope m WHERE m.scope_id = scope.uuid);
    DELETE FROM file WHERE NOT EXISTS (SELECT 1 FROM message_mentions_file m WHERE m.file_id = file.uuid)
      AND NOT EXISTS (SELECT 1 FROM summary_mentions_file m WHERE m.file_id = file.uuid)
      AND NOT EXISTS (SELECT 1 FROM scope s WHERE s.file_id = file.uuid);
  `,
};

/** The steps that came with 0.1. */
export const schemaOf01: readonly Migration[] = [
  conversationsAndTurns,
  layersAndLinks,
  recallAndUsage,
  mentionsAndTheirQueue,
  changedScopes,
  mentionsByTurn,
  nothingUnspoken,
];
