import * as z from 'zod/mini';
import { storedDate } from '../conversation.ts';

/** What a receipt names: a turn or a summary. */
export const memoryItemSchema = z.union([
  z.object({ conversation_id: z.string(), turn_index: z.int().check(z.nonnegative()) }),
  z.object({ summary_id: z.string() }),
]);
export type MemoryItem = z.infer<typeof memoryItemSchema>;

/** One text as the key of an item, for sets and links. */
export function itemKey(item: MemoryItem): string {
  return 'summary_id' in item ? `summary:${item.summary_id}` : `turn:${item.conversation_id}:${item.turn_index}`;
}

export const receiptBlock = z.enum(['history', 'past', 'recent']);
export type ReceiptBlock = z.infer<typeof receiptBlock>;

/** Why something that was found was not given. */
export const leftOutReason = z.enum(['budget', 'threshold', 'limit', 'covered', 'shown', 'left-out', 'unsupported']);
export type LeftOutReason = z.infer<typeof leftOutReason>;

/** How a score came about: `score = similarity × level × recency × the boosts`. */
export const scorePartsSchema = z.object({
  similarity: z.number(),
  /** What the similarity is made of, where known. */
  words: z.optional(z.number()),
  meaning: z.optional(z.number()),
  level: z.number(),
  recency: z.number(),
  /** Declared boosts by name, e.g. `file`. */
  boosts: z.record(z.string(), z.number()),
  score: z.number(),
});
export type ScoreParts = z.infer<typeof scorePartsSchema>;

export const receiptItemSchema = z.object({
  item: memoryItemSchema,
  block: receiptBlock,
  /** 0 for a turn. */
  level: z.int().check(z.nonnegative()),
  /** First line of its text. */
  label: z.string(),
  conversation_id: z.string(),
  conversation_title: z.string(),
  start_turn: z.int().check(z.nonnegative()),
  end_turn: z.int().check(z.nonnegative()),
  timestamp: storedDate,
  files: z.array(z.string()),
  pinned: z.boolean(),
  parts: z.optional(scorePartsSchema),
  tokens: z.int().check(z.nonnegative()),
});
export type ReceiptItem = z.infer<typeof receiptItemSchema>;

export const receiptSchema = z.object({
  question: z.string(),
  created_at: storedDate,
  model: z.string(),
  min_score: z.number(),
  /** The model's window, and how much of it memory took. */
  budget_tokens: z.number(),
  used_tokens: z.number(),
  given: z.array(receiptItemSchema),
  left_out: z.array(z.extend(receiptItemSchema, { reason: leftOutReason })),
});
export type Receipt = z.infer<typeof receiptSchema>;
