import * as z from 'zod/mini';
import { storedDate } from './conversation.ts';

export const chunkType = z.enum(['message_exchange', 'tool_interaction', 'task_summary']);

export const chunkSchema = z.object({
  chunk_id: z.string(),
  conversation_id: z.string(),
  parent_task_id: z.nullable(z.string()),
  root_task_id: z.nullable(z.string()),
  chunk_type: chunkType,
  sequence_order: z.int().check(z.nonnegative()),
  timestamp: storedDate,
  indexed: z.boolean(),
  content: z.string(),
  content_summary: z.string(),
  participants: z.array(z.string()),
  tool_details: z.nullable(z.string()),
  custom_tags: z.array(z.string()),
});
export type Chunk = z.infer<typeof chunkSchema>;
