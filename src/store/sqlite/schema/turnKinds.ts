import { kindOf } from '../../../model/material.ts';
import { OFFLINE_MODEL } from '../../../model/offlineModel.ts';
import type { Database } from '../sql/database.ts';

/** Whether a message is memory: what was said and answered, and what was told to memory, without its reply. */
export const isMaterial = (message: string) =>
  `(${message}.kind = 'talk' OR (${message}.kind = 'note' AND ${message}.sequence_number = 0))`;

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
