import { type Chunk, chunkSchema } from '../../../model/chunk.ts';
import type { ChunkStore } from '../../chunkStore.ts';
import { inConversation } from '../../storeChange.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import { toChunk } from './rows.ts';

export class SqliteChunks implements Sync<ChunkStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  replace(conversation_id: string, chunks: Chunk[]): void {
    this.#db.write(inConversation(conversation_id), () => {
      this.#db.run('DELETE FROM chunk WHERE conversation_id = ?', conversation_id);
      for (const chunk of chunks.map(chunk => chunkSchema.parse(chunk))) {
        this.#db.insert(
          `INSERT INTO chunk (chunk_id, conversation_id, parent_task_id, root_task_id, chunk_type, sequence_order,
             timestamp, indexed, content, content_summary, participants, tool_details, custom_tags)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          chunk.chunk_id,
          conversation_id,
          chunk.parent_task_id,
          chunk.root_task_id,
          chunk.chunk_type,
          chunk.sequence_order,
          chunk.timestamp,
          chunk.indexed ? 1 : 0,
          chunk.content,
          chunk.content_summary,
          JSON.stringify(chunk.participants),
          chunk.tool_details,
          JSON.stringify(chunk.custom_tags),
        );
      }
    });
  }

  list(conversation_id: string): Chunk[] {
    return this.#db
      .all('SELECT * FROM chunk WHERE conversation_id = ? ORDER BY sequence_order', conversation_id)
      .map(toChunk);
  }
}
