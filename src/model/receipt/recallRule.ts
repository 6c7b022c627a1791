import * as z from 'zod/mini';
import { memoryItemSchema } from './receipt.ts';

/** `pin`: always used in its workspace; `leave-out`: never recalled. */
export const recallRule = z.enum(['pin', 'leave-out']);
export type RecallRule = z.infer<typeof recallRule>;

export const ruledItemSchema = z.object({ item: memoryItemSchema, rule: recallRule });
export type RuledItem = z.infer<typeof ruledItemSchema>;
