import * as z from 'zod/mini';
import { storedDate } from '../conversation.ts';
import type { GivenNames, ScopeLink } from '../file/mention.ts';

export const sourceType = z.enum(['MESSAGE', 'SUMMARY']);

/** A text of a summary has at most this many characters. */
export const SUMMARY_TEXT_CHARS = 500;

/** For one sentence or finding of a summary, the turns it rests on. */
export const evidenceSchema = z.object({
  sentence: z.string(),
  turns: z.array(z.int().check(z.nonnegative())),
  /** False when no turn is left, or its turns share none of its names, numbers and identifiers. */
  supported: z.boolean(),
  /** It is one of the key findings, not of the two texts. Older summaries have none of these. */
  finding: z.optional(z.literal(true)),
});
export type Evidence = z.infer<typeof evidenceSchema>;

/** What a summariser says; where it stands in the conversation is the layers' business. */
export const summaryContentSchema = z.object({
  conversation_summary: z.string(),
  actions_summary: z.string(),
  key_findings: z.array(z.string()),
  tools_used: z.array(z.string()),
  /** As written in the conversation; matched to real files later. */
  files_mentioned: z.array(z.string()),
  scopes_mentioned: z.array(z.string()),
  topics: z.array(z.string()),
  /** One entry a sentence of the two texts, in their order, then one a finding. */
  evidence: z.array(evidenceSchema),
});
export type SummaryContent = z.infer<typeof summaryContentSchema>;

export const summarySchema = z.object({
  uuid: z.string(),
  conversation_id: z.string(),
  level: z.int().check(z.positive()),
  conversation_summary: z.string(),
  actions_summary: z.string(),
  key_findings: z.array(z.string()),
  tools_used: z.array(z.string()),
  char_range_start: z.number(),
  char_range_end: z.number(),
  start_turn: z.int().check(z.nonnegative()),
  end_turn: z.int().check(z.nonnegative()),
  summary_char_count: z.number(),
  token_count: z.number(),
  source_type: sourceType,
  /** The summaries it condenses; empty for L1, whose turns are start_turn to end_turn. */
  parent_summaries: z.array(z.string()),
  evidence: z.array(evidenceSchema),
  /** How many of an L1's turns were answered when it was made: an answer may come later. */
  answers: z.optional(z.int().check(z.nonnegative())),
  made_by: z.string(),
  prompt_version: z.string(),
  created_at: storedDate,
  /** Made offline because the wanted model was away or its budget spent: to be redone. */
  provisional: z.boolean(),
});
export type Summary = z.infer<typeof summarySchema>;

/** Checked by whoever makes one: a store takes it as it is. */
export const summaryDraftSchema = z.omit(summarySchema, { uuid: true });
export type SummaryDraft = z.infer<typeof summaryDraftSchema>;

/** What a summary is tied to besides what it inherits. */
export interface SummaryLinks {
  /** Workspace-relative paths. */
  files?: readonly string[];
  topics?: readonly string[];
  scopes?: readonly ScopeLink[];
  /** As the summariser gave them: matched behind, by a window that has the files. */
  names?: GivenNames;
}

/** A summary with what a list of them shows. */
export interface ListedSummary {
  summary: Summary;
  conversation_title: string;
  workspace_id: string;
  /** Workspace-relative paths of the files it mentions. */
  files: string[];
  scopes: NamedScope[];
}

export interface DatedSummary extends ListedSummary {
  /** When the last turn it stands for was said. */
  timestamp: string;
}

/** A symbol that a summary mentions, for lists. */
export const namedScopeSchema = z.object({
  path: z.string(),
  name: z.string(),
  /** Its code is not what was talked about any more. */
  changed: z.boolean(),
});
export type NamedScope = z.infer<typeof namedScopeSchema>;

/** How far a level has come: everything before these is covered, even if its summaries were trimmed since. */
export interface LevelMark {
  level: number;
  /** The first turn that no summary of the level covers. */
  next_turn: number;
  /** Where that turn begins, in characters of the conversation. */
  next_char: number;
}

export interface LevelStatistics {
  level: number;
  count: number;
  provisional: number;
  oldest: string;
  newest: string;
}
