import * as z from 'zod/mini';
import { storedDate } from '../conversation.ts';

export const messageRole = z.enum(['user', 'assistant', 'system']);
export type MessageRole = z.infer<typeof messageRole>;

/** How an answer ended. A turn without an assistant message is still pending, or its window was killed. */
export const answerStatus = z.enum(['complete', 'failed', 'cancelled']);
export type AnswerStatus = z.infer<typeof answerStatus>;

/**
 * What a turn is to memory. `talk`: what was asked and answered counts. `note`: told to memory itself, and what is
 * stated in it counts, not the reply. `lookup`: asked of memory itself; it is in its transcript and nowhere else.
 */
export const turnKind = z.enum(['talk', 'note', 'lookup']);
export type TurnKind = z.infer<typeof turnKind>;

/** Something a person attached to a question: a file, a range in one, or a piece of text. */
export const referenceSchema = z.object({
  /** Workspace-relative path where there is one, else the URI as text. */
  path: z.string(),
  /** One-based lines. */
  start_line: z.optional(z.number()),
  end_line: z.optional(z.number()),
});
export type Reference = z.infer<typeof referenceSchema>;

export const messageSchema = z.object({
  uuid: z.string(),
  conversation_id: z.string(),
  turn_index: z.int().check(z.nonnegative()),
  sequence_number: z.int().check(z.nonnegative()),
  role: messageRole,
  /** Of its turn. */
  kind: turnKind,
  content: z.string(),
  reasoning: z.nullable(z.string()),
  timestamp: storedDate,
  char_count: z.number(),
  token_count: z.number(),
  status: answerStatus,
  error: z.nullable(z.string()),
  /** Which model answered, e.g. `copilot/gpt-5`. */
  model: z.nullable(z.string()),
  references: z.array(referenceSchema),
});
export type Message = z.infer<typeof messageSchema>;

export const toolCallSchema = z.object({
  uuid: z.string(),
  message_id: z.string(),
  sequence_number: z.int().check(z.nonnegative()),
  tool_name: z.string(),
  arguments: z.unknown(),
  reasoning: z.nullable(z.string()),
  timestamp: storedDate,
  duration_ms: z.nullable(z.number()),
  success: z.boolean(),
  iteration: z.nullable(z.number()),
});
export type ToolCall = z.infer<typeof toolCallSchema>;

export const toolResultSchema = z.object({
  uuid: z.string(),
  tool_call_id: z.string(),
  success: z.boolean(),
  /** At most MAX_RESULT_BYTES; `result_size_bytes` is the true size. */
  result: z.string(),
  error: z.nullable(z.string()),
  timestamp: storedDate,
  result_size_bytes: z.number(),
});
export type ToolResult = z.infer<typeof toolResultSchema>;

export interface ToolUse {
  call: ToolCall;
  result: ToolResult | undefined;
}

/** A user message and all that answered it: the unit of recording. */
export interface Turn {
  conversation_id: string;
  turn_index: number;
  user: Message;
  assistant: Message | undefined;
  tools: ToolUse[];
  /** Edited, asked again or removed in chat, or lost with a reload: kept in the transcript, and no memory. */
  withdrawn?: true;
}

/** What is known of a turn by its request, without its texts. */
export interface AskedTurn {
  turn_index: number;
  request_id: string | null;
  answered: boolean;
  /** When its chat no longer showed it; null while it stands. */
  withdrawn_ms: number | null;
}

/** Turns that their chat no longer shows, and until when summaries may tell of them. */
export type GoneTurns = ReadonlyMap<number, number>;

export interface TurnRef {
  conversation_id: string;
  turn_index: number;
}

/** One tool call as a recorder or an importer hands it over. */
export const toolUseDraftSchema = z.object({
  tool_name: z.string(),
  arguments: z.unknown(),
  reasoning: z.optional(z.string()),
  timestamp: storedDate,
  duration_ms: z.optional(z.number()),
  success: z.boolean(),
  result: z.optional(z.string()),
  error: z.optional(z.string()),
  /** Size before cutting, when the result was cut. */
  result_size_bytes: z.optional(z.number()),
  iteration: z.optional(z.number()),
});
export type ToolUseDraft = z.infer<typeof toolUseDraftSchema>;

export const turnStartSchema = z.object({
  /** The request's own name: the same request delivered twice is recorded once. */
  request_id: z.string(),
  /** `talk` unless it is told. */
  kind: z.optional(turnKind),
  content: z.string(),
  references: z.array(referenceSchema),
  timestamp: storedDate,
});
export type TurnStart = z.infer<typeof turnStartSchema>;

export const turnEndSchema = z.object({
  content: z.string(),
  reasoning: z.optional(z.string()),
  model: z.optional(z.string()),
  status: answerStatus,
  error: z.optional(z.string()),
  timestamp: storedDate,
  tools: z.array(toolUseDraftSchema),
});
export type TurnEnd = z.infer<typeof turnEndSchema>;

/** A whole turn at once, as importers bring it. */
export interface TurnDraft {
  start: TurnStart;
  end: TurnEnd | undefined;
}

/** What a list of turns shows, without their texts. */
export interface TurnHeader extends TurnRef {
  kind: TurnKind;
  /** First line of what the person said. */
  label: string;
  timestamp: string;
  status: AnswerStatus | 'pending';
  model: string | null;
  char_count: number;
  /** Of what counts as memory. */
  material_chars: number;
  tool_count: number;
  /** Files and texts that the person attached. */
  reference_count: number;
  /** A file is linked to it, named in words or otherwise. */
  mentions_file: boolean;
  /** Its chat no longer shows it. */
  withdrawn?: true;
}
