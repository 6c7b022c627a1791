import type {
  BusyFile,
  DiscussedScope,
  FileMentions,
  FileTalk,
  SummaryMention,
  TurnMention,
} from '../../../model/file/file.ts';
import { DiscussedCount, isAboutSymbol, talksOf } from '../../../model/file/fileTalk.ts';
import { lastName } from '../../../model/file/sameSymbol.ts';
import type { Reach } from '../../../model/reach.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import type { TalkQuery } from '../../fileStore.ts';
import type { Database } from '../sql/database.ts';
import { inReach } from './conversations.ts';
import { toConversation, toFile, toSummary, toSummaryMention, toTurnMention } from './rows.ts';

const textOfSummary = 's.conversation_summary || char(10) || s.actions_summary || char(10) || s.key_findings';

/** The messages that mention a file, newest first; with a symbol, those of turns that are about it. */
function turnMentions(db: Database, file_id: string, symbol?: string): Omit<TurnMention, 'conversation_title'>[] {
  // Only texts that have the name in them are read.
  const said = `(SELECT group_concat(t.content, char(10)) FROM message t WHERE t.conversation_id = m.conversation_id
    AND t.turn_index = m.turn_index AND instr(t.content, ?2) > 0)`;
  const rows = db.all(
    `SELECT l.message_id, m.conversation_id, m.turn_index, l.kind, l.line, l.symbol, l.at_ms AS at
       ${symbol === undefined ? '' : `, ${said} AS text`}
     FROM message_mentions_file l JOIN message m ON m.uuid = l.message_id WHERE l.file_id = ?1 ORDER BY l.at_ms DESC`,
    ...[file_id, ...(symbol === undefined ? [] : [lastName(symbol)])],
  );
  return rows
    .filter(row => {
      const symbols = typeof row.symbol === 'string' ? [row.symbol] : [];
      return symbol === undefined || isAboutSymbol(symbol, symbols, String(row.text ?? ''));
    })
    .map(toTurnMention);
}

/** The same for summaries. */
function summaryMentions(db: Database, file_id: string, symbol?: string): SummaryMention[] {
  const scopes = `(SELECT json_group_array(p.name) FROM mentions_scope k JOIN scope p ON p.uuid = k.scope_id
    WHERE k.summary_id = s.uuid AND p.file_id = ?1)`;
  const rows = db.all(
    `SELECT s.uuid AS summary_id, s.conversation_id, s.level, s.covers_ms AS at
       ${symbol === undefined ? '' : `, ${scopes} AS scopes, ${textOfSummary} AS text`}
     FROM summary_mentions_file l JOIN summary s ON s.uuid = l.summary_id AND s.staged = 0 WHERE l.file_id = ?1
     ORDER BY s.covers_ms DESC`,
    file_id,
  );
  return rows
    .filter(
      row =>
        symbol === undefined || isAboutSymbol(symbol, JSON.parse(String(row.scopes)) as string[], String(row.text)),
    )
    .map(toSummaryMention);
}

export function mentionsOfFile(db: Database, file_id: string): Omit<FileMentions, 'path'> {
  const turns = turnMentions(db, file_id);
  const conversations = db.all(
    'SELECT uuid, title FROM conversation WHERE uuid IN (SELECT value FROM json_each(?))',
    JSON.stringify([...new Set(turns.map(({ conversation_id }) => conversation_id))]),
  );
  const titles = new Map(conversations.map(({ uuid, title }) => [uuid, String(title)]));
  return {
    turns: turns.map(mention => ({ ...mention, conversation_title: titles.get(mention.conversation_id) ?? '' })),
    summaries: summaryMentions(db, file_id),
  };
}

export function talkAbout(db: Database, file_id: string, { symbol, ...page }: TalkQuery): FileTalk[] {
  const talks = talksOf(turnMentions(db, file_id, symbol), summaryMentions(db, file_id, symbol), page);
  return talks.flatMap(({ conversation_id, turns, turn_count, summaries }) => {
    const conversation = db.get('SELECT * FROM conversation WHERE uuid = ?', conversation_id);
    return conversation
      ? [
          {
            conversation: toConversation(conversation),
            turns: turns.map(({ turn_index, kind, line, symbol }) => ({
              ...{ conversation_id, turn_index, kind, line, symbol },
              ...labelOf(db, conversation_id, turn_index),
            })),
            turn_count,
            summaries: summaries.map(({ summary_id }) =>
              toSummary(db.get('SELECT * FROM summary WHERE uuid = ?', summary_id)!),
            ),
          },
        ]
      : [];
  });
}

function labelOf(db: Database, conversation_id: string, turn_index: number): { label: string; timestamp: string } {
  const user = db.get(
    `SELECT substr(content, 1, 2000) AS content, timestamp FROM message
     WHERE conversation_id = ? AND turn_index = ? ORDER BY sequence_number LIMIT 1`,
    conversation_id,
    turn_index,
  );
  return { label: firstLine(String(user?.content ?? '')), timestamp: String(user?.timestamp) };
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

export function discussedScopesOf(db: Database, file_id: string): DiscussedScope[] {
  const linked = db.all(
    `SELECT p.name, s.conversation_id FROM scope p JOIN mentions_scope k ON k.scope_id = p.uuid
       JOIN summary s ON s.uuid = k.summary_id AND s.staged = 0 WHERE p.file_id = ?1
     UNION SELECT l.symbol, m.conversation_id FROM message_mentions_file l JOIN message m ON m.uuid = l.message_id
       WHERE l.file_id = ?1 AND l.symbol IS NOT NULL`,
    file_id,
  );
  if (linked.length === 0) {
    return [];
  }
  const count = new DiscussedCount(
    linked.map(row => ({ name: String(row.name), conversation_id: String(row.conversation_id) })),
  );
  const summaries = db.all(
    `SELECT s.conversation_id, ${textOfSummary} AS text FROM summary_mentions_file l
       JOIN summary s ON s.uuid = l.summary_id AND s.staged = 0 WHERE l.file_id = ?`,
    file_id,
  );
  for (const { conversation_id, text } of summaries) {
    count.read(String(conversation_id), String(text));
  }
  const turns = db.all(
    `SELECT DISTINCT m.conversation_id, m.turn_index FROM message_mentions_file l
       JOIN message m ON m.uuid = l.message_id WHERE l.file_id = ?`,
    file_id,
  );
  for (const row of turns) {
    const id = String(row.conversation_id);
    if (count.isOpen(id)) {
      count.read(id, textOfTurn(db, id, Number(row.turn_index)));
    }
  }
  return count.counts();
}

function textOfTurn(db: Database, conversation_id: string, turn_index: number): string {
  const sql = 'SELECT content FROM message WHERE conversation_id = ? AND turn_index = ?';
  return db
    .all(sql, conversation_id, turn_index)
    .map(({ content }) => String(content))
    .join('\n');
}
