import { randomUUID } from 'node:crypto';
import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { estimateTokens } from '../../model/tokens.ts';
import { dateNow } from '../../util/clock.ts';
import { describeError, messageOf } from '../../util/errors.ts';
import type { Logger } from '../../util/logger.ts';
import {
  type GenerateRequest,
  type LanguageModel,
  ModelError,
  type TextPart,
  type TokenUsage,
  type ToolCallPart,
} from '../languageModel.ts';
import { checkEnd, type GeminiAnswerPart, type GeminiChunk, type GeminiUsage, readChunk } from './geminiAnswer.ts';
import { checkKeyForm, toModelError } from './geminiErrors.ts';
import { type CallTrace, type GeminiContent, toContents, toFunctions, toSystemInstruction } from './geminiMessages.ts';
import { toGeminiSchema } from './geminiSchema.ts';
import { createIdleTimer } from './idleTimer.ts';

// Without words zod/mini says only "Invalid input", and the model is told what was wrong with its answer.
z.config(en());

export interface GeminiModelOptions {
  apiKey: string;
  model: string;
  baseUrl?: string;
  /** The longest silence that is waited for, before the answer and within it. */
  timeoutMs?: number;
  logger: Logger;
  /** Named in the sentence when the model does not exist. */
  modelSetting?: string;
  maxInputTokens?: number;
  maxOutputTokens?: number;
}

/** The few members of the SDK that are used, with the fields that its types do not know (thoughtSignature, ids). */
interface Sdk {
  generateContentStream(
    request: GeminiRequest,
    options: { signal: AbortSignal },
  ): Promise<{ stream: AsyncIterable<unknown>; response: Promise<unknown> }>;
}

interface GeminiRequest {
  contents: GeminiContent[];
  systemInstruction?: string;
  tools?: object[];
  toolConfig?: object;
  generationConfig: Record<string, unknown>;
}

const rememberedCalls = 1000;

/** Keep the object as long as its conversations: it remembers what Gemini wants to hear again with each tool call. */
export function createGeminiModel(options: GeminiModelOptions): LanguageModel {
  const { logger, timeoutMs = 60_000, modelSetting = 'strata.gemini.chatModel' } = options;
  const model = options.model.trim().replace(/^models\//, '');
  const apiKey = options.apiKey.trim();
  const traces = new Map<string, CallTrace>();
  let sdk: Promise<Sdk> | undefined;

  async function loadSdk(): Promise<Sdk> {
    const { GoogleGenerativeAI } = await import('@google/generative-ai');
    const baseUrl = options.baseUrl?.trim().replace(/\/+$/, '');
    const client = new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, baseUrl ? { baseUrl } : {});
    return client as unknown as Sdk;
  }

  async function* receive(request: GeminiRequest, signal: AbortSignal): AsyncGenerator<GeminiChunk, void, void> {
    const idle = createIdleTimer(timeoutMs);
    const either = AbortSignal.any([signal, idle.signal]);
    let started = false;
    try {
      checkKeyForm(apiKey);
      sdk ??= loadSdk();
      const client = await sdk;
      // The SDK does not see a signal that is aborted already.
      either.throwIfAborted();
      const { stream, response } = await idle.watch(client.generateContentStream(request, { signal: either }));
      // The aggregated answer is corrupt, so nobody waits for it; it must not end as an unhandled rejection.
      response.catch(() => {});
      const chunks = stream[Symbol.asyncIterator]();
      for (;;) {
        const next = await idle.watch(chunks.next());
        if (next.done) {
          return;
        }
        const chunk = readChunk(next.value);
        started = true;
        yield chunk;
        signal.throwIfAborted();
      }
    } catch (error) {
      throw toModelError(error, {
        apiKey,
        model: { id: model, setting: modelSetting },
        timeoutMs,
        cancelled: signal.aborted,
        timedOut: idle.expired,
        started,
        failedAt: dateNow(),
      });
    } finally {
      // Also when the reader stops early: it closes the connection.
      idle.end();
    }
  }

  /** The chunks without thoughts; throws at the end unless the answer is a whole one. */
  async function* answer(request: GeminiRequest, signal: AbortSignal): AsyncGenerator<GeminiChunk, void, void> {
    let finishReason: string | undefined;
    let produced = false;
    try {
      for await (const chunk of receive(request, signal)) {
        const parts = chunk.parts.filter(part => !part.thought && (part.text || part.functionCall));
        produced ||= parts.length > 0;
        finishReason = chunk.finishReason ?? finishReason;
        yield { ...chunk, parts };
      }
      checkEnd(finishReason, produced);
    } catch (error) {
      const cancelled = error instanceof ModelError && error.reason === 'cancelled';
      if (!cancelled) {
        logger.warn(`${model}: ${describeError(error)}`);
      }
      throw error;
    }
  }

  function toRequest(request: GenerateRequest, format: Record<string, unknown>): GeminiRequest {
    const contents = toContents(request.messages, callId => traces.get(callId), needsSignature(model));
    if (contents.length === 0) {
      throw new ModelError('bad-request', 'There is nothing to send: the request is empty.');
    }
    const systemInstruction = toSystemInstruction(request.messages);
    logger.debug(`${model}: asking with ${contents.length} turns, ${request.tools?.length ?? 0} tools`);
    return {
      contents,
      ...(systemInstruction && { systemInstruction }),
      generationConfig: {
        ...(request.maxOutputTokens !== undefined && { maxOutputTokens: request.maxOutputTokens }),
        ...(request.temperature !== undefined && { temperature: request.temperature }),
        ...format,
      },
    };
  }

  function remember(call: NonNullable<GeminiAnswerPart['functionCall']>, thoughtSignature?: string): ToolCallPart {
    const callId = `gemini-${randomUUID()}`;
    traces.set(callId, { ...(thoughtSignature && { thoughtSignature }), ...(call.id && { id: call.id }) });
    const oldest = traces.keys().next();
    if (traces.size > rememberedCalls && !oldest.done) {
      traces.delete(oldest.value);
    }
    return { type: 'toolCall', callId, name: call.name, arguments: call.args ?? {} };
  }

  return {
    id: `gemini/${model}`,
    maxInputTokens: options.maxInputTokens ?? 1_048_576,
    maxOutputTokens: options.maxOutputTokens ?? 65_536,

    async *stream(request, signal): AsyncGenerator<TextPart | ToolCallPart> {
      const functions = toFunctions(request.tools ?? []);
      const mode = request.toolMode === 'required' ? 'ANY' : 'AUTO';
      const body: GeminiRequest = {
        ...toRequest(request, {}),
        ...(functions.length > 0 && {
          tools: [{ functionDeclarations: functions }],
          toolConfig: { functionCallingConfig: { mode } },
        }),
      };
      for await (const { parts } of answer(body, signal)) {
        for (const { functionCall, thoughtSignature, text } of parts) {
          if (functionCall) {
            yield remember(functionCall, thoughtSignature);
          } else if (text) {
            yield { type: 'text', text };
          }
        }
      }
    },

    // Streamed too, so that a long answer is not mistaken for silence. Tools are left out: Gemini 2 refuses them here.
    async generate<T>(request: GenerateRequest, schema: z.ZodMiniType<T>, signal: AbortSignal) {
      const responseSchema = toGeminiSchema(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
      const body = toRequest(request, { responseMimeType: 'application/json', responseSchema });
      let text = '';
      let usage: GeminiUsage = {};
      for await (const chunk of answer(body, signal)) {
        text += chunk.parts.map(part => part.text ?? '').join('');
        usage = { ...usage, ...chunk.usage };
      }
      return { value: await readJson(text, schema), usage: toUsage(usage, body, text) };
    },
  };
}

/** Gemini 3 and later refuse a tool call without its signature; an alias such as gemini-flash-latest may be one. */
function needsSignature(model: string): boolean {
  return !/gemini-[12](\.|-|$)/.test(model);
}

async function readJson<T>(text: string, schema: z.ZodMiniType<T>): Promise<T> {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    throw new ModelError('bad-answer', `Gemini's answer is not valid JSON: ${messageOf(error)}`, { cause: error });
  }
  const parsed = await schema.safeParseAsync(json);
  if (parsed.success) {
    return parsed.data;
  }
  const wrong = parsed.error.issues
    .slice(0, 3)
    .map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}`);
  throw new ModelError('bad-answer', `Gemini's answer does not have the form asked for. ${wrong.join('; ')}`, {
    cause: parsed.error,
  });
}

function toUsage(usage: GeminiUsage, request: GeminiRequest, text: string): TokenUsage {
  const { promptTokenCount, candidatesTokenCount, thoughtsTokenCount = 0 } = usage;
  const prompt = JSON.stringify([request.contents, request.systemInstruction]);
  return {
    inputTokens: promptTokenCount ?? estimateTokens(prompt),
    outputTokens: (candidatesTokenCount ?? estimateTokens(text)) + thoughtsTokenCount,
  };
}
