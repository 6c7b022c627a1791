import type { ServerResponse } from 'node:http';
import type { Chunk } from './geminiServerAnswers.ts';

export type FaultName =
  /** HTTP errors in Google's words. */
  | 'bad-key'
  | 'quota-minute'
  | 'quota-day'
  | 'quota-bare'
  | 'internal'
  | 'overloaded'
  | 'forbidden'
  | 'model-not-found'
  | 'too-long'
  /** An error text that quotes the address with the key in it. */
  | 'leaky'
  /** Answers that are none. */
  | 'prompt-blocked'
  | 'answer-blocked'
  | 'max-tokens'
  | 'empty'
  /** Broken transport. */
  | 'broken-stream'
  | 'half-chunk'
  | 'damaged-chunk'
  | 'silent-end'
  | 'stream-error'
  | 'html'
  | 'refused-connection'
  /** Time. */
  | 'slow-start'
  | 'slow-chunks'
  | 'never';

export interface FaultOptions {
  /** How many requests it hits; 1 unless `forMs` is given. */
  times?: number;
  forMs?: number;
  /** Only requests whose path contains this, e.g. `:embedContent` or `/models?`. */
  only?: string;
  /** Seconds in RetryInfo; `null` leaves RetryInfo out. */
  retrySeconds?: number | null;
  /** Chunks sent whole before it strikes (blocked, broken, never). */
  afterChunks?: number;
  /** The stream goes wrong not before this is resolved, so that a test need not guess how long the client takes. */
  when?: Promise<unknown>;
  /** Of slow answers. */
  delayMs?: number;
  /** Of the HTML page, 200 unless told. */
  status?: number;
}

export interface ActiveFault {
  name: FaultName;
  options: FaultOptions;
  left: number;
  until: number;
}

export interface HttpFault {
  code: number;
  status: string;
  message: string;
  details?: object[];
}

const info = (reason: string, extra: object = {}) => ({
  '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
  reason,
  domain: 'googleapis.com',
  metadata: { service: 'generativelanguage.googleapis.com', ...extra },
});

export const badKey: HttpFault = {
  code: 400,
  status: 'INVALID_ARGUMENT',
  message: 'API key not valid. Please pass a valid API key.',
  details: [
    info('API_KEY_INVALID'),
    {
      '@type': 'type.googleapis.com/google.rpc.LocalizedMessage',
      locale: 'en-US',
      message: 'API key not valid. Please pass a valid API key.',
    },
  ],
};

export const noKey: HttpFault = {
  code: 403,
  status: 'PERMISSION_DENIED',
  message:
    "Method doesn't allow unregistered callers (callers without established identity). Please use API Key or other form of API consumer identity to call this API.",
};

export function notFound(model: string, method: string): HttpFault {
  return {
    code: 404,
    status: 'NOT_FOUND',
    message: `models/${model} is not found for API version v1beta, or is not supported for ${method}. Call ListModels to see the list of available models and their supported methods.`,
  };
}

/** The fault as an HTTP error, if it is one. */
export function httpFault(
  name: FaultName,
  options: FaultOptions,
  call: { key: string; model: string; method: string },
): HttpFault | undefined {
  switch (name) {
    case 'bad-key':
      return badKey;
    case 'quota-minute':
      return quota(call.model, 'GenerateRequestsPerMinutePerProjectPerModel-FreeTier', options.retrySeconds);
    case 'quota-day':
      return quota(call.model, 'GenerateRequestsPerDayPerProjectPerModel-FreeTier', options.retrySeconds);
    case 'quota-bare':
      return { code: 429, status: 'RESOURCE_EXHAUSTED', message: 'Resource has been exhausted (e.g. check quota).' };
    case 'internal':
      return {
        code: 500,
        status: 'INTERNAL',
        message:
          'An internal error has occurred. Please retry or report in https://developers.generativeai.google/guide/troubleshooting',
      };
    case 'overloaded':
      return { code: 503, status: 'UNAVAILABLE', message: 'The model is overloaded. Please try again later.' };
    case 'forbidden':
      return {
        code: 403,
        status: 'PERMISSION_DENIED',
        message: 'Requests to this API generativelanguage.googleapis.com method are blocked.',
        details: [info('API_KEY_SERVICE_BLOCKED')],
      };
    case 'model-not-found':
      return notFound(call.model, call.method);
    case 'too-long':
      return {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: 'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      };
    case 'leaky':
      return {
        code: 400,
        status: 'INVALID_ARGUMENT',
        message: `Bad request to https://generativelanguage.googleapis.com/v1beta/models?key=${call.key}&alt=sse with ${call.key}`,
        details: [info('UNKNOWN', { consumer: call.key })],
      };
    default:
      return undefined;
  }
}

function quota(model: string, quotaId: string, retrySeconds: number | null = 17): HttpFault {
  const metric = 'generativelanguage.googleapis.com/generate_content_free_tier_requests';
  const retry = retrySeconds === null ? '' : `\nPlease retry in ${retrySeconds}.248561s.`;
  return {
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: `You exceeded your current quota, please check your plan and billing details. For more information on this error, head to: https://ai.google.dev/gemini-api/docs/rate-limits.\n* Quota exceeded for metric: ${metric}, limit: 20, model: ${model}${retry}`,
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.QuotaFailure',
        violations: [
          { quotaMetric: metric, quotaId, quotaDimensions: { location: 'global', model }, quotaValue: '20' },
        ],
      },
      {
        '@type': 'type.googleapis.com/google.rpc.Help',
        links: [
          {
            description: 'Learn more about Gemini API quotas',
            url: 'https://ai.google.dev/gemini-api/docs/rate-limits',
          },
        ],
      },
      ...(retrySeconds === null
        ? []
        : [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: `${retrySeconds}s` }]),
    ],
  };
}

export function sendError(response: ServerResponse, { code, ...rest }: HttpFault): void {
  response.writeHead(code, { 'content-type': 'application/json; charset=UTF-8' });
  response.end(JSON.stringify({ error: { code, ...rest } }, null, 2));
}

export function sendHtml(response: ServerResponse, status: number): void {
  response.writeHead(status, { 'content-type': 'text/html' });
  response.end(
    '<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body>Sign in to the network.</body></html>\n',
  );
}

/** The chunks that still go out, for faults that are part of the answer. */
export function withFault(chunks: Chunk[], fault: ActiveFault | undefined): Chunk[] {
  const { afterChunks = fault?.name === 'max-tokens' ? 1 : 0 } = fault?.options ?? {};
  const before = chunks.slice(0, Math.min(afterChunks, chunks.length - 1));
  const usageMetadata = { promptTokenCount: 7, totalTokenCount: 7 };
  switch (fault?.name) {
    case 'prompt-blocked':
      return [{ promptFeedback: { blockReason: 'SAFETY', safetyRatings: [] }, usageMetadata }];
    case 'answer-blocked':
      return [...before, { candidates: [{ finishReason: 'SAFETY', index: 0, safetyRatings: [] }], usageMetadata }];
    case 'max-tokens':
      return [...before, { candidates: [{ finishReason: 'MAX_TOKENS', index: 0 }], usageMetadata }];
    case 'empty':
      return [{ candidates: [{ content: { role: 'model' }, finishReason: 'STOP', index: 0 }], usageMetadata }];
    case 'broken-stream':
    case 'half-chunk':
    case 'damaged-chunk':
    case 'silent-end':
    case 'stream-error':
    case 'never':
      return before;
    default:
      return chunks;
  }
}
