import { OFFLINE_MODEL } from '../../../model/offlineModel.ts';
import { type TurnKind, turnKind } from '../../../model/turn/turn.ts';
import { isAnswerIndexed, kindOf, memoryOfKind } from '../../../model/turn/whatIsMemory.ts';
import type { Database } from '../sql/database.ts';

/** Of a message, which has the kind of its turn. */
function isOfKind(message: string, fits: (kind: TurnKind) => boolean): string {
  const kinds = turnKind.options.filter(fits).map(kind => `'${kind}'`);
  return `${message}.kind IN (${kinds.join(', ')})`;
}

/** Whether a turn's question is memory. */
export const isAsked = (message: string) => isOfKind(message, kind => memoryOfKind[kind].question);

/** Whether a message is memory. */
export const isMaterial = (message: string) =>
  `(${isOfKind(message, kind => memoryOfKind[kind].answer)} OR (${isAsked(message)} AND ${message}.sequence_number = 0))`;

export const hasIndexedAnswer = (message: string) => isOfKind(message, isAnswerIndexed);

/** Turns that the offline model or a command answered, recorded before kinds were. */
export function markTurnsToldToMemory(db: Database): void {
  const rows = db.all(
    `SELECT u.conversation_id, u.turn_index, u.content FROM message a JOIN message u
       ON u.conversation_id = a.conversation_id AND u.turn_index = a.turn_index AND u.sequence_number = 0
     WHERE a.sequence_number = 1 AND a.model = ?`,
    OFFLINE_MODEL,
  );
  for (const { conversation_id, turn_index, content } of rows) {
    // A command was recorded as it was typed.
    const isCommand = /^\/(?:search|file|why|summarize|forget|help)(?:\s|$)/.test(String(content));
    const kind = kindOf({ content: String(content), isCommand, model: OFFLINE_MODEL });
    db.run(
      'UPDATE message SET kind = ? WHERE conversation_id = ? AND turn_index = ?',
      kind,
      String(conversation_id),
      Number(turn_index),
    );
  }
  db.exec(`
    UPDATE conversation SET lookup_count = (SELECT count(*) FROM message m
      WHERE m.conversation_id = conversation.uuid AND m.sequence_number = 0 AND m.kind = 'lookup');
    DELETE FROM message_mentions_file WHERE message_id IN (SELECT m.uuid FROM message m WHERE NOT ${isMaterial('m')});
    DELETE FROM open_mention WHERE message_id IN (SELECT m.uuid FROM message m WHERE NOT ${isMaterial('m')});
    DELETE FROM message_to_link WHERE message_id IN (SELECT m.id FROM message m WHERE NOT ${isMaterial('m')});
    DELETE FROM file WHERE NOT EXISTS (SELECT 1 FROM message_mentions_file m WHERE m.file_id = file.uuid)
      AND NOT EXISTS (SELECT 1 FROM summary_mentions_file m WHERE m.file_id = file.uuid)
      AND NOT EXISTS (SELECT 1 FROM scope s WHERE s.file_id = file.uuid);
  `);
}
