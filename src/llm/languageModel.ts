import type { ZodMiniType } from 'zod/mini';
import { StrataError } from '../util/errors.ts';

export interface TextPart {
  type: 'text';
  text: string;
}

export interface ToolCallPart {
  type: 'toolCall';
  callId: string;
  name: string;
  arguments: Record<string, unknown>;
}

export interface ToolResultPart {
  type: 'toolResult';
  callId: string;
  text: string;
}

export interface ChatMessage {
  role: 'system' | 'user' | 'assistant';
  parts: (TextPart | ToolCallPart | ToolResultPart)[];
}

export interface ToolDeclaration {
  name: string;
  description: string;
  /** JSON schema of the arguments, an object. */
  inputSchema?: object;
}

export interface GenerateRequest {
  messages: readonly ChatMessage[];
  tools?: readonly ToolDeclaration[];
  /** `required` makes the model call one of the tools. */
  toolMode?: 'auto' | 'required';
  maxOutputTokens?: number;
  temperature?: number;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/** A model is a port: whoever makes the words, Strata asks for them through this. */
export interface LanguageModel {
  /** Stored as `made_by` and shown to people, e.g. `gemini/gemini-2.5-flash`. */
  readonly id: string;
  readonly maxInputTokens: number;
  readonly maxOutputTokens: number;
  /** Text and tool calls as they arrive. Throws ModelError. */
  stream(request: GenerateRequest, signal: AbortSignal): AsyncIterable<TextPart | ToolCallPart>;
  /** An answer in the shape of `schema`, validated. Throws ModelError. */
  generate<T>(
    request: GenerateRequest,
    schema: ZodMiniType<T>,
    signal: AbortSignal,
  ): Promise<{ value: T; usage: TokenUsage }>;
}

export type ModelErrorReason =
  | 'bad-key'
  | 'quota'
  | 'blocked'
  | 'network'
  | 'timeout'
  | 'cancelled'
  | 'server'
  | 'not-found'
  | 'bad-request'
  | 'bad-answer';

/** What went wrong with a model, in words that a person can act on. */
export class ModelError extends StrataError<ModelErrorReason> {
  /** When the vendor says how long to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: ModelErrorReason, message: string, options?: { cause?: unknown; retryAfterMs?: number }) {
    super(reason, message, options);
    this.name = 'ModelError';
    this.retryAfterMs = options?.retryAfterMs;
  }
}

/** Also by its name: one that comes from another bundle has a class of its own. */
export function isModelError(error: unknown): error is ModelError {
  return error instanceof ModelError || (error instanceof Error && error.name === 'ModelError');
}
