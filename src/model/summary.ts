import * as z from 'zod';
import { storedDate } from './conversation.ts';

export const sourceType = z.enum(['MESSAGE', 'SUMMARY']);

/** For one sentence of a summary, the turns it rests on. */
export const evidenceSchema = z.object({
  sentence: z.string(),
  turns: z.array(z.number().int().nonnegative()),
  supported: z.boolean(),
});
export type Evidence = z.infer<typeof evidenceSchema>;

export const summarySchema = z.object({
  uuid: z.string(),
  conversation_id: z.string(),
  level: z.number().int().positive(),
  conversation_summary: z.string(),
  actions_summary: z.string(),
  key_findings: z.array(z.string()),
  tools_used: z.array(z.string()),
  char_range_start: z.number(),
  char_range_end: z.number(),
  start_turn: z.number().int().nonnegative(),
  end_turn: z.number().int().nonnegative(),
  summary_char_count: z.number(),
  token_count: z.number(),
  source_type: sourceType,
  /** The summaries it condenses; empty for L1, whose turns are start_turn to end_turn. */
  parent_summaries: z.array(z.string()),
  evidence: z.array(evidenceSchema),
  made_by: z.string(),
  prompt_version: z.string(),
  created_at: storedDate,
});
export type Summary = z.infer<typeof summarySchema>;

export type SummaryDraft = Omit<Summary, 'uuid'>;

export interface LevelStatistics {
  level: number;
  count: number;
  oldest: string;
  newest: string;
}
