import * as z from 'zod/mini';
import { dateNow } from '../../util/clock.ts';
import { ModelError } from '../languageModel.ts';
import { checkKeyForm, GeminiHttpError, toModelError } from './geminiErrors.ts';

export interface GeminiModelInfo {
  /** As the settings and the API name it, e.g. `gemini-2.5-flash`. */
  id: string;
  name: string;
  maxInputTokens: number;
  maxOutputTokens: number;
}

export interface GeminiListOptions {
  apiKey: string;
  baseUrl?: string;
  signal: AbortSignal;
  /** For the whole list. */
  timeoutMs?: number;
}

const pageSchema = z.object({ models: z._default(z.array(z.unknown()), []), nextPageToken: z.optional(z.string()) });

const modelSchema = z.object({
  name: z.string().check(z.startsWith('models/')),
  displayName: z.optional(z.string()),
  inputTokenLimit: z.optional(z.number().check(z.positive())),
  outputTokenLimit: z.optional(z.number().check(z.positive())),
  supportedGenerationMethods: z.array(z.string()),
});

const errorSchema = z.object({
  error: z.object({ message: z._default(z.string(), ''), details: z.optional(z.unknown()) }),
});

const defaults = { maxInputTokens: 1_048_576, maxOutputTokens: 65_536 };

/** Known to exist when the list cannot be had. */
export const fallbackGeminiModels: readonly GeminiModelInfo[] = [
  { id: 'gemini-2.5-flash', name: 'Gemini 2.5 Flash', ...defaults },
  { id: 'gemini-2.5-pro', name: 'Gemini 2.5 Pro', ...defaults },
];

const notForChat = /embedding|tts|image|live|audio|vision|video|robotics|computer-use|deep-research/;
const maxPages = 20;

/** Models to chat with, the newest first. Throws when the key was refused or the request cancelled. */
export async function listGeminiModels(
  options: GeminiListOptions,
): Promise<{ models: readonly GeminiModelInfo[]; problem?: ModelError }> {
  try {
    const models: GeminiModelInfo[] = [];
    let pageToken: string | undefined;
    for (let page = 0; page === 0 || (pageToken && page < maxPages); page++) {
      const answer = await fetchPage(options, { pageSize: '1000', ...(pageToken && { pageToken }) });
      models.push(...answer.models.flatMap(toModelInfo));
      pageToken = answer.nextPageToken;
    }
    return models.length > 0 ? { models: newestFirst(models) } : { models: fallbackGeminiModels };
  } catch (error) {
    if (!(error instanceof ModelError) || error.reason === 'bad-key' || error.reason === 'cancelled') {
      throw error;
    }
    return { models: fallbackGeminiModels, problem: error };
  }
}

/** Asks Gemini for as little as possible, to learn whether it accepts the key. */
export async function checkGeminiKey(
  options: GeminiListOptions,
): Promise<{ ok: true } | { ok: false; error: ModelError }> {
  try {
    await fetchPage(options, { pageSize: '1' });
    return { ok: true };
  } catch (error) {
    if (error instanceof ModelError) {
      return { ok: false, error };
    }
    throw error;
  }
}

async function fetchPage(options: GeminiListOptions, query: Record<string, string>) {
  const { signal, timeoutMs = 15_000 } = options;
  const apiKey = options.apiKey.trim();
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    checkKeyForm(apiKey);
    const base = options.baseUrl?.trim().replace(/\/+$/, '') || 'https://generativelanguage.googleapis.com';
    const response = await fetch(`${base}/v1beta/models?${new URLSearchParams(query)}`, {
      headers: { 'x-goog-api-key': apiKey },
      signal: AbortSignal.any([signal, timeout]),
    });
    const body = await response.text();
    if (!response.ok) {
      throw toHttpError(response.status, body);
    }
    const page = pageSchema.safeParse(parseJson(body));
    if (!page.success) {
      throw new Error('The list is not JSON of Gemini');
    }
    return page.data;
  } catch (error) {
    throw toModelError(error, {
      apiKey,
      timeoutMs,
      cancelled: signal.aborted,
      timedOut: timeout.aborted,
      started: false,
      failedAt: dateNow(),
    });
  }
}

function toHttpError(status: number, body: string): GeminiHttpError {
  const parsed = errorSchema.safeParse(parseJson(body));
  return parsed.success
    ? new GeminiHttpError(status, parsed.data.error.message, parsed.data.error.details)
    : new GeminiHttpError(status, '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toModelInfo(value: unknown): GeminiModelInfo[] {
  const parsed = modelSchema.safeParse(value);
  if (!parsed.success) {
    return [];
  }
  const { name, displayName, inputTokenLimit, outputTokenLimit, supportedGenerationMethods } = parsed.data;
  const id = name.slice('models/'.length);
  if (!id.startsWith('gemini-') || notForChat.test(id) || !supportedGenerationMethods.includes('generateContent')) {
    return [];
  }
  return [
    {
      id,
      name: displayName || id,
      maxInputTokens: inputTokenLimit ?? defaults.maxInputTokens,
      maxOutputTokens: outputTokenLimit ?? defaults.maxOutputTokens,
    },
  ];
}

function newestFirst(models: GeminiModelInfo[]): GeminiModelInfo[] {
  const byId = new Map(models.map(model => [model.id, model]));
  return [...byId.values()].sort((a, b) => versionOf(b.id) - versionOf(a.id) || (a.id < b.id ? -1 : 1));
}

/** 2.10 comes after 2.9; an alias without a number comes last. */
function versionOf(id: string): number {
  const [, major = 0, minor = 0] = /^gemini-(\d+)(?:\.(\d+))?/.exec(id) ?? [];
  return Number(major) * 1000 + Number(minor);
}
