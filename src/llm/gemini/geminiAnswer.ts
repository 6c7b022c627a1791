import * as z from 'zod/mini';
import { ModelError } from '../languageModel.ts';
import { GeminiHttpError } from './geminiErrors.ts';

const partSchema = z.object({
  text: z.optional(z.string()),
  /** Text that is the model's reasoning, not its answer. */
  thought: z.optional(z.boolean()),
  thoughtSignature: z.optional(z.string()),
  functionCall: z.optional(
    z.object({ name: z.string(), args: z.nullish(z.record(z.string(), z.unknown())), id: z.optional(z.string()) }),
  ),
});

const usageSchema = z.object({
  promptTokenCount: z.optional(z.number()),
  candidatesTokenCount: z.optional(z.number()),
  thoughtsTokenCount: z.optional(z.number()),
});

const chunkSchema = z.object({
  candidates: z.optional(
    z.array(
      z.object({
        content: z.optional(z.object({ parts: z.optional(z.array(partSchema)) })),
        finishReason: z.optional(z.string()),
      }),
    ),
  ),
  promptFeedback: z.optional(z.object({ blockReason: z.optional(z.string()) })),
  usageMetadata: z.optional(usageSchema),
  /** Sent in a stream that has already begun with HTTP 200. */
  error: z.optional(z.object({ code: z.number(), message: z.optional(z.string()), details: z.optional(z.unknown()) })),
});

export type GeminiAnswerPart = z.infer<typeof partSchema>;
export type GeminiUsage = z.infer<typeof usageSchema>;

export interface GeminiChunk {
  parts: GeminiAnswerPart[];
  finishReason: string | undefined;
  usage: GeminiUsage | undefined;
}

const blocking = [
  'SAFETY',
  'RECITATION',
  'LANGUAGE',
  'BLOCKLIST',
  'PROHIBITED_CONTENT',
  'SPII',
  'IMAGE_SAFETY',
  'IMAGE_PROHIBITED_CONTENT',
];

/** One piece of a streamed answer; throws where it says that there will be none. */
export function readChunk(value: unknown): GeminiChunk {
  const parsed = chunkSchema.safeParse(value);
  if (!parsed.success) {
    throw new ModelError(
      'bad-answer',
      "Gemini's answer has a form that Strata does not know. Look for a new version.",
      {
        cause: parsed.error,
      },
    );
  }
  const { candidates, promptFeedback, usageMetadata, error } = parsed.data;
  if (error) {
    throw new GeminiHttpError(error.code, error.message ?? '', error.details);
  }
  if (promptFeedback?.blockReason) {
    throw new ModelError(
      'blocked',
      `Gemini refused to answer this: its filter marked the question (${words(promptFeedback.blockReason)}). Put it differently, or choose another model.`,
    );
  }
  const candidate = candidates?.[0];
  return {
    parts: candidate?.content?.parts ?? [],
    finishReason: candidate?.finishReason,
    usage: usageMetadata,
  };
}

/** Says why an answer is not a whole one, once its stream has ended. */
export function checkEnd(finishReason: string | undefined, produced: boolean): void {
  if (finishReason === undefined) {
    throw new ModelError(
      'network',
      produced
        ? 'The connection to Gemini broke off in the middle of the answer. Ask again.'
        : 'Gemini closed the connection without an answer. Try again in a minute.',
    );
  }
  if (blocking.includes(finishReason)) {
    const what = produced ? 'Gemini broke off its answer' : 'Gemini kept its answer back';
    throw new ModelError(
      'blocked',
      `${what}: its filter marked it (${words(finishReason)}). Put the question differently, or choose another model.`,
    );
  }
  if (finishReason === 'MAX_TOKENS') {
    throw new ModelError(
      'bad-answer',
      produced
        ? "Gemini's answer was cut off at its length limit. Ask it to go on."
        : 'Gemini used up its length limit before it began to answer. Ask for less at once.',
    );
  }
  if (finishReason === 'MALFORMED_FUNCTION_CALL' || finishReason === 'UNEXPECTED_TOOL_CALL') {
    throw new ModelError('bad-answer', 'Gemini tried to call a tool in a form that cannot be read. Ask again.');
  }
  if (!produced) {
    throw new ModelError('bad-answer', `Gemini sent an empty answer (${words(finishReason)}). Ask again.`);
  }
}

function words(reason: string): string {
  return reason.toLowerCase().replaceAll('_', ' ');
}
