import type { BusyFile, DiscussedScope, FileTalk, TalkTurn } from '../../../model/file.ts';
import type { Reach } from '../../../model/reach.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import type { TalkQuery } from '../../fileStore.ts';
import type { Database } from '../sql/database.ts';
import { inReach } from './conversations.ts';
import { toConversation, toFile, toMentionPlace, toSummary } from './rows.ts';

type Row = Record<string, unknown>;

/** How many turns of one conversation are told. */
const TOLD_TURNS = 20;

interface Talk {
  last: number;
  turns: Map<number, Row>;
  summaries: Row[];
}

/** What is said about a file, by conversation, newest first. With a name, only what is said about that symbol of it. */
export function talkAbout(db: Database, file_id: string, query: TalkQuery, name?: string): FileTalk[] {
  const talks = new Map<string, Talk>();
  const talkOf = (row: Row): Talk => {
    const id = String(row.conversation_id);
    const talk = talks.get(id) ?? { last: 0, turns: new Map<number, Row>(), summaries: [] };
    talk.last = Math.max(talk.last, Number(row.at_ms));
    talks.set(id, talk);
    return talk;
  };
  for (const row of turnRows(db, file_id, name)) {
    const { turns } = talkOf(row);
    const index = Number(row.turn_index);
    // Of a question and its answer, the one that tells the place.
    if (!turns.has(index) || (turns.get(index)?.line === null && turns.get(index)?.symbol === null)) {
      turns.set(index, row);
    }
  }
  for (const row of summaryRows(db, file_id, name)) {
    talkOf(row).summaries.push(row);
  }
  const newest = [...talks].toSorted(([, a], [, b]) => b.last - a.last);
  const { offset = 0, limit } = query;
  return newest.slice(offset, offset + limit).flatMap(([id, talk]) => {
    const conversation = db.get('SELECT * FROM conversation WHERE uuid = ?', id);
    return conversation
      ? [
          {
            conversation: toConversation(conversation),
            turns: toldTurns(db, id, talk),
            turn_count: talk.turns.size,
            summaries: talk.summaries.map(toSummary),
          },
        ]
      : [];
  });
}

function turnRows(db: Database, file_id: string, name: string | undefined): Row[] {
  const columns = 'm.conversation_id, m.turn_index, l.kind, l.line, l.symbol, l.at_ms';
  const from = 'message_mentions_file l JOIN message m ON m.uuid = l.message_id WHERE l.file_id = ?1';
  if (name === undefined) {
    return db.all(`SELECT ${columns} FROM ${from} ORDER BY l.at_ms DESC`, file_id);
  }
  const said = `(SELECT group_concat(t.content, char(10)) FROM message t
    WHERE t.conversation_id = m.conversation_id AND t.turn_index = m.turn_index AND instr(t.content, ?2) > 0)`;
  const rows = db.all(`SELECT ${columns}, ${said} AS said FROM ${from} ORDER BY l.at_ms DESC`, file_id, lastName(name));
  return rows.filter(row => sameSymbol(row.symbol, name) || hasName(row.said, name));
}

function summaryRows(db: Database, file_id: string, name: string | undefined): Row[] {
  const rows = db.all(
    `SELECT s.*, s.covers_ms AS at_ms, (SELECT json_group_array(p.name) FROM mentions_scope k
       JOIN scope p ON p.uuid = k.scope_id WHERE k.summary_id = s.uuid AND p.file_id = ?1) AS scopes
     FROM summary_mentions_file l JOIN summary s ON s.uuid = l.summary_id AND s.staged = 0
     WHERE l.file_id = ?1 ORDER BY s.level DESC, s.covers_ms DESC`,
    file_id,
  );
  return name === undefined
    ? rows
    : rows.filter(row => {
        const scopes: unknown = JSON.parse(String(row.scopes));
        const texts = `${row.conversation_summary}\n${row.actions_summary}\n${row.key_findings}`;
        return (Array.isArray(scopes) && scopes.some(scope => sameSymbol(scope, name))) || hasName(texts, name);
      });
}

function toldTurns(db: Database, conversation_id: string, { turns }: Talk): TalkTurn[] {
  return [...turns.values()].slice(0, TOLD_TURNS).map(row => {
    const user = db.get(
      `SELECT substr(content, 1, 2000) AS content, timestamp FROM message
       WHERE conversation_id = ? AND turn_index = ? ORDER BY sequence_number LIMIT 1`,
      conversation_id,
      Number(row.turn_index),
    );
    return {
      conversation_id,
      turn_index: Number(row.turn_index),
      label: firstLine(String(user?.content ?? '')),
      timestamp: String(user?.timestamp),
      ...toMentionPlace(row),
    };
  });
}

/** Files by the number of turns that mention them. */
export function busiestFiles(db: Database, reach: Reach, since: number, limit: number): BusyFile[] {
  const within = inReach(reach, 'f.workspace_id');
  // By itself SQLite would group along the index by file, and read every link there is.
  const rows = db.all(
    `SELECT f.*, b.turns, b.conversations, b.last FROM (
       SELECT file_id, count(DISTINCT turn) AS turns, count(DISTINCT turn >> 20) AS conversations, max(at_ms) AS last
       FROM message_mentions_file INDEXED BY message_mentions_by_time WHERE at_ms >= ? GROUP BY file_id) b
     JOIN file f ON f.uuid = b.file_id WHERE ${within.sql} ORDER BY b.turns DESC, b.last DESC, f.path LIMIT ?`,
    since,
    ...within.values,
    limit,
  );
  return rows.map(row => ({
    file: toFile(row),
    turns: Number(row.turns),
    conversations: Number(row.conversations),
    last: formatLocalDate(new Date(Number(row.last))),
  }));
}

/** Each symbol with as many conversations as `talkAbout` lists for it. */
export function discussedScopesOf(db: Database, file_id: string): DiscussedScope[] {
  const linked = db.all(
    `SELECT p.name, s.conversation_id FROM scope p JOIN mentions_scope k ON k.scope_id = p.uuid
       JOIN summary s ON s.uuid = k.summary_id AND s.staged = 0 WHERE p.file_id = ?1
     UNION SELECT l.symbol, m.conversation_id FROM message_mentions_file l JOIN message m ON m.uuid = l.message_id
       WHERE l.file_id = ?1 AND l.symbol IS NOT NULL`,
    file_id,
  );
  const found = new Map(linked.map(row => [String(row.name), new Set<string>()]));
  for (const [name, conversations] of found) {
    for (const row of linked.filter(row => sameSymbol(row.name, name))) {
      conversations.add(String(row.conversation_id));
    }
  }
  // A text is only read for the symbols that its conversation does not count for yet.
  const read = (row: Row, textOf: () => string) => {
    const id = String(row.conversation_id);
    const open = [...found].filter(([, conversations]) => !conversations.has(id));
    const text = open.length > 0 ? textOf() : '';
    for (const [name, conversations] of open) {
      if (text.includes(lastName(name)) && hasName(text, name)) {
        conversations.add(id);
      }
    }
  };
  for (const row of found.size > 0 ? summaryRows(db, file_id, undefined) : []) {
    read(row, () => `${row.conversation_summary}\n${row.actions_summary}\n${row.key_findings}`);
  }
  for (const row of found.size > 0 ? turnRows(db, file_id, undefined) : []) {
    read(row, () => turnText(db, row));
  }
  return [...found]
    .map(([name, conversations]) => ({ name, conversations: conversations.size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function turnText(db: Database, { conversation_id, turn_index }: Row): string {
  const rows = db.all(
    'SELECT content FROM message WHERE conversation_id = ? AND turn_index = ?',
    String(conversation_id),
    Number(turn_index),
  );
  return rows.map(row => String(row.content)).join('\n');
}

const lastName = (name: string) => name.slice(name.lastIndexOf('.') + 1);

/** `retry` and `Upload.retry` are the same as far as one can tell; `Upload.retry` and `Download.retry` are not. */
function sameSymbol(known: unknown, name: string): boolean {
  return typeof known === 'string' && (known === name || known.endsWith(`.${name}`) || name.endsWith(`.${known}`));
}

function hasName(text: unknown, name: string): boolean {
  const escaped = lastName(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return typeof text === 'string' && new RegExp(`(?<![\\p{L}\\p{N}_$])${escaped}(?![\\p{L}\\p{N}_$])`, 'u').test(text);
}
