import { randomUUID } from 'node:crypto';
import type { ConversationDraft } from '../../../model/conversation.ts';
import { indexedTurn } from '../../../model/search/indexedTurn.ts';
import { estimateTokens } from '../../../model/tokens.ts';
import { cutResult } from '../../../model/turn/toolResult.ts';
import {
  type AskedTurn,
  type ToolUse,
  type ToolUseDraft,
  type Turn,
  type TurnDraft,
  type TurnEnd,
  type TurnHeader,
  type TurnRef,
  type TurnStart,
  turnKind,
} from '../../../model/turn/turn.ts';
import { instantOf } from '../../../util/dates.ts';
import { firstLine } from '../../../util/text.ts';
import { StoreError } from '../../store.ts';
import { anything, inConversation, waitingForLinks } from '../../storeChange.ts';
import type { Recorded, RecordedTurn, TurnRange, TurnStore, TurnStretch } from '../../turnStore.ts';
import type { Database } from '../sql/database.ts';
import { idAt } from '../sql/idAt.ts';
import type { Sync } from '../thread/sync.ts';
import type { TextIndex } from '../words/textIndex.ts';
import type { SqliteConversations } from './conversations.ts';
import { toMessage, toToolCall, toToolResult } from './rows.ts';
import { unlinkTurns } from './unlinkTurns.ts';

/** A turn's messages: the person's words are number 0, the answer number 1. */
const USER = 0;
const ASSISTANT = 1;

export class SqliteTurns implements Sync<TurnStore> {
  readonly #db: Database;
  readonly #index: TextIndex;
  readonly #conversations: SqliteConversations;

  constructor(db: Database, index: TextIndex, conversations: SqliteConversations) {
    this.#db = db;
    this.#index = index;
    this.#conversations = conversations;
  }

  record(conversation: ConversationDraft | { uuid: string }, drafts: TurnDraft[]): Recorded {
    const recorded = this.#conversations.get('uuid' in conversation ? conversation.uuid : conversation);
    if (!recorded && 'uuid' in conversation) {
      throw new StoreError('not-found', 'That conversation is no longer in memory.');
    }
    const touched = recorded ? inConversation(recorded.uuid) : anything;
    return this.#db.write(drafts.length > 0 ? waitingForLinks(touched) : touched, () => {
      const { uuid } = 'uuid' in conversation ? conversation : this.#conversations.ensure(conversation);
      const turns = drafts.map(draft => this.#record(uuid, draft));
      return { conversation: this.#conversations.get(uuid)!, turns };
    });
  }

  #record(conversation_id: string, { start, end }: TurnDraft): RecordedTurn {
    const { turn_index, began } = this.#insertStart(conversation_id, start, end);
    const ref = { conversation_id, turn_index };
    const ended = end !== undefined && this.#insertEnd(ref, end, began);
    return { ...ref, began, ended };
  }

  asked(conversation_id: string, to: number): AskedTurn[] {
    const rows = this.#db.all(
      `SELECT u.turn_index, u.external_id, u.withdrawn_ms, a.id AS answer_id
       FROM message u LEFT JOIN message a ON a.conversation_id = u.conversation_id
         AND a.turn_index = u.turn_index AND a.sequence_number = ${ASSISTANT}
       WHERE u.conversation_id = ? AND u.sequence_number = ${USER} AND u.turn_index <= ? ORDER BY u.turn_index`,
      conversation_id,
      to,
    );
    return rows.map(row => ({
      turn_index: Number(row.turn_index),
      request_id: typeof row.external_id === 'string' ? row.external_id : null,
      answered: row.answer_id !== null,
      withdrawn_ms: row.withdrawn_ms === null ? null : Number(row.withdrawn_ms),
    }));
  }

  withdraw(conversation_id: string, turn_indexes: number[], at: number): boolean {
    const turns = JSON.stringify(turn_indexes);
    return this.#db.write(inConversation(conversation_id), () => {
      this.#db.run(
        `UPDATE message SET withdrawn_ms = ? WHERE conversation_id = ? AND sequence_number = ${USER}
           AND withdrawn_ms IS NULL AND turn_index IN (SELECT value FROM json_each(?))`,
        at,
        conversation_id,
        turns,
      );
      unlinkTurns(this.#db, conversation_id, turn_indexes);
      const madeProvisional = this.#db.run(
        `UPDATE summary SET provisional = 1 WHERE conversation_id = ? AND staged = 0
           AND EXISTS (SELECT 1 FROM json_each(?) t WHERE t.value BETWEEN start_turn AND end_turn)`,
        conversation_id,
        turns,
      );
      return madeProvisional > 0;
    });
  }

  read(stretches: TurnStretch[]): Turn[][] {
    return stretches.map(stretch => this.#stretch(stretch));
  }

  #stretch({ conversation_id, textsOnly = false, ...range }: TurnStretch): Turn[] {
    const rows = this.#db.all(
      `SELECT * FROM message WHERE conversation_id = ? AND sequence_number = ${USER} AND turn_index BETWEEN ? AND ?
         ${range.standing ? 'AND withdrawn_ms IS NULL' : ''}
       ORDER BY turn_index ${range.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
      conversation_id,
      range.from ?? 0,
      range.to ?? Number.MAX_SAFE_INTEGER,
      range.limit,
    );
    return rows.map(row => {
      const user = toMessage(row);
      const answer = this.#db.get(
        `SELECT * FROM message WHERE conversation_id = ? AND turn_index = ? AND sequence_number = ${ASSISTANT}`,
        conversation_id,
        user.turn_index,
      );
      const assistant = answer && toMessage(answer);
      const tools = assistant && !textsOnly ? this.#toolsOf(assistant.uuid) : [];
      const turn: Turn = { conversation_id, turn_index: user.turn_index, user, assistant, tools };
      return typeof row.withdrawn_ms === 'number' ? { ...turn, withdrawn: true } : turn;
    });
  }

  headers(conversation_id: string, range: TurnRange): TurnHeader[] {
    const rows = this.#db.all(
      `SELECT u.turn_index, substr(u.content, 1, 2000) AS content, u.timestamp, u.withdrawn_ms, a.status, a.model,
         u.char_count + coalesce(a.char_count, 0) AS char_count, u.kind,
         iif(u.kind = 'lookup', 0, u.char_count) + iif(u.kind = 'talk', coalesce(a.char_count, 0), 0) AS material_chars,
         (SELECT count(*) FROM tool_call t WHERE t.message_id = a.uuid) AS tool_count,
         json_array_length(u.refs) AS reference_count,
         EXISTS (SELECT 1 FROM message_mentions_file l WHERE l.message_id IN (u.uuid, a.uuid)) AS mentions_file
       FROM message u LEFT JOIN message a ON a.conversation_id = u.conversation_id
         AND a.turn_index = u.turn_index AND a.sequence_number = ${ASSISTANT}
       WHERE u.conversation_id = ? AND u.sequence_number = ${USER} AND u.turn_index BETWEEN ? AND ?
         ${range.standing ? 'AND u.withdrawn_ms IS NULL' : ''}
       ORDER BY u.turn_index ${range.newestFirst ? 'DESC' : 'ASC'} LIMIT ?`,
      conversation_id,
      range.from ?? 0,
      range.to ?? Number.MAX_SAFE_INTEGER,
      range.limit,
    );
    return rows.map(row => ({
      conversation_id,
      turn_index: Number(row.turn_index),
      kind: turnKind.parse(row.kind),
      label: firstLine(String(row.content)),
      timestamp: String(row.timestamp),
      status: headerStatus(row.status),
      model: typeof row.model === 'string' ? row.model : null,
      char_count: Number(row.char_count),
      material_chars: Number(row.material_chars),
      tool_count: Number(row.tool_count),
      reference_count: Number(row.reference_count),
      mentions_file: row.mentions_file === 1,
      ...(typeof row.withdrawn_ms === 'number' ? { withdrawn: true as const } : {}),
    }));
  }

  #toolsOf(message_id: string): ToolUse[] {
    return this.#db
      .all('SELECT * FROM tool_call WHERE message_id = ? ORDER BY sequence_number', message_id)
      .map(row => {
        const call = toToolCall(row);
        const result = this.#db.get('SELECT * FROM tool_result WHERE tool_call_id = ?', call.uuid);
        return { call, result: result && toToolResult(result) };
      });
  }

  /** With `end` at hand the turn is indexed once, when it ends. */
  #insertStart(conversation_id: string, start: TurnStart, end?: TurnEnd): { turn_index: number; began: boolean } {
    const recorded = this.#db.get(
      'SELECT turn_index FROM message WHERE conversation_id = ? AND external_id = ?',
      conversation_id,
      start.request_id,
    );
    if (recorded) {
      return { turn_index: Number(recorded.turn_index), began: false };
    }
    const last = this.#db.get('SELECT max(turn_index) AS last FROM message WHERE conversation_id = ?', conversation_id);
    const turn_index = typeof last?.last === 'number' ? last.last + 1 : 0;
    const id = this.#insertMessage(conversation_id, turn_index, USER, {
      ...start,
      role: 'user',
      external_id: start.request_id,
      status: 'complete',
    });
    if (!end) {
      this.#index.putTurn(id, indexedTurn(start));
    }
    return { turn_index, began: true };
  }

  /** False when the turn had ended. */
  #insertEnd(ref: TurnRef, end: TurnEnd, fresh: boolean): boolean {
    const user = this.#db.get(
      `SELECT * FROM message WHERE conversation_id = ? AND turn_index = ? AND sequence_number = ${USER}`,
      ref.conversation_id,
      ref.turn_index,
    );
    if (!user) {
      throw new StoreError('not-found', 'The turn that ended is no longer in memory.');
    }
    if (!fresh && this.#hasEnded(ref)) {
      return false;
    }
    const uuid = randomUUID();
    const asked = toMessage(user);
    const { kind } = asked;
    this.#insertMessage(ref.conversation_id, ref.turn_index, ASSISTANT, { ...end, role: 'assistant', uuid, kind });
    end.tools.forEach((tool, sequence) => {
      this.#insertTool(uuid, sequence, tool);
    });
    const toolArguments = end.tools.map(tool => tool.arguments);
    this.#index.putTurn(Number(user.id), indexedTurn(asked, end.content, toolArguments));
    if (typeof user.withdrawn_ms === 'number') {
      // Its answer came too late.
      unlinkTurns(this.#db, ref.conversation_id, [ref.turn_index]);
    }
    return true;
  }

  #hasEnded(ref: TurnRef): boolean {
    const sql = `SELECT 1 FROM message WHERE conversation_id = ? AND turn_index = ? AND sequence_number = ${ASSISTANT}`;
    return this.#db.get(sql, ref.conversation_id, ref.turn_index) !== undefined;
  }

  #insertMessage(
    conversation_id: string,
    turn_index: number,
    sequence: number,
    message: Partial<TurnStart & TurnEnd> & {
      role: string;
      content: string;
      timestamp: string;
      status: string;
      external_id?: string;
      uuid?: string;
    },
  ): number {
    const at = instantOf(message.timestamp);
    const updated = this.#db.run(
      `UPDATE conversation SET message_count = message_count + 1, turn_count = turn_count + ?,
         lookup_count = lookup_count + ?, total_chars = total_chars + ?,
         updated_at = CASE WHEN turn_count = 0 OR ? >= updated_ms THEN ? ELSE updated_at END,
         updated_ms = CASE WHEN turn_count = 0 OR ? >= updated_ms THEN ? ELSE updated_ms END
       WHERE uuid = ?`,
      sequence === USER ? 1 : 0,
      sequence === USER && message.kind === 'lookup' ? 1 : 0,
      message.content.length,
      at,
      message.timestamp,
      at,
      at,
      conversation_id,
    );
    if (updated === 0) {
      throw new StoreError('not-found', 'The conversation of this turn is no longer in memory.');
    }
    return this.#db.insert(
      `INSERT INTO message (id, uuid, conversation_id, turn_index, sequence_number, role, external_id, content, reasoning,
         timestamp, timestamp_ms, char_count, token_count, status, error, model, refs, kind)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      idAt(this.#db, 'message', at),
      message.uuid ?? randomUUID(),
      conversation_id,
      turn_index,
      sequence,
      message.role,
      message.external_id ?? null,
      message.content,
      message.reasoning ?? null,
      message.timestamp,
      at,
      message.content.length,
      estimateTokens(message.content),
      message.status,
      message.error ?? null,
      message.model ?? null,
      JSON.stringify(message.references ?? []),
      message.kind ?? 'talk',
    );
  }

  #insertTool(message_id: string, sequence: number, tool: ToolUseDraft): void {
    const uuid = randomUUID();
    const success = tool.success ? 1 : 0;
    this.#db.insert(
      `INSERT INTO tool_call (uuid, message_id, sequence_number, tool_name, arguments, reasoning, timestamp,
         duration_ms, success, iteration) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      uuid,
      message_id,
      sequence,
      tool.tool_name,
      JSON.stringify(tool.arguments ?? null),
      tool.reasoning ?? null,
      tool.timestamp,
      tool.duration_ms ?? null,
      success,
      tool.iteration ?? null,
    );
    if (tool.result === undefined && tool.error === undefined) {
      return;
    }
    const cut = cutResult(tool.result ?? '');
    this.#db.insert(
      `INSERT INTO tool_result (uuid, tool_call_id, success, result, error, timestamp, result_size_bytes)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      randomUUID(),
      uuid,
      success,
      cut.result,
      tool.error ?? null,
      tool.timestamp,
      tool.result_size_bytes ?? cut.result_size_bytes,
    );
  }
}

function headerStatus(status: unknown): TurnHeader['status'] {
  return status === 'complete' || status === 'failed' || status === 'cancelled' ? status : 'pending';
}
