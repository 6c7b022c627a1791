import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../util/dates.ts';
import { messageOf } from '../../util/errors.ts';
import { firstChars } from '../../util/text.ts';
import { ModelError, type ModelErrorReason } from '../languageModel.ts';

/** What was going on when a call to Gemini failed. */
export interface GeminiCall {
  apiKey: string;
  /** The model, if one was asked, and the setting that names it, for the person who has to change it. */
  model?: { id: string; setting: string };
  timeoutMs: number;
  cancelled: boolean;
  timedOut: boolean;
  /** Part of the answer had arrived. */
  started: boolean;
  failedAt: Date;
}

/** An answer that Gemini gave over HTTP, whoever fetched it: the SDK's error has the same members. */
export class GeminiHttpError extends Error {
  readonly status: number;
  readonly errorDetails: unknown;

  constructor(status: number, message: string, errorDetails?: unknown) {
    super(message);
    this.name = 'GeminiHttpError';
    this.status = status;
    this.errorDetails = errorDetails;
  }
}

type Verdict = [reason: ModelErrorReason, message: string, retryAfterMs?: number];

const setKey = "Set a new one with 'Memory: Set Gemini API Key'.";

/** Whatever was thrown, as a reason that code can test and a sentence that a person can act on. */
export function toModelError(error: unknown, call: GeminiCall): ModelError {
  if (error instanceof ModelError) {
    return error;
  }
  const [reason, message, retryAfterMs] = judge(error, call);
  const cause = withoutKey(error, call.apiKey);
  return new ModelError(reason, message, { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) });
}

/** A header cannot carry such a key, and the exception would quote it. */
export function checkKeyForm(apiKey: string): void {
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new ModelError('bad-key', `Gemini did not accept the API key. ${setKey}`);
  }
}

function judge(error: unknown, call: GeminiCall): Verdict {
  if (call.cancelled) {
    return ['cancelled', 'The request to Gemini was cancelled.'];
  }
  if (call.timedOut) {
    return ['timeout', timeoutSentence(call)];
  }
  const status = statusOf(error);
  if (status !== undefined) {
    return judgeStatus(status, error, call);
  }
  const text = messageOf(error);
  if (/failed to parse url|invalid url/i.test(text)) {
    return ['network', 'The address in strata.gemini.baseUrl cannot be used. Correct it, or clear it to reach Google.'];
  }
  if (/Error parsing JSON response|Failed to parse stream|not valid JSON|not JSON/i.test(text)) {
    if (!call.started) {
      return ['bad-answer', notGemini];
    }
    return /Failed to parse stream/.test(text) ? ['network', brokenOff] : ['bad-answer', damaged];
  }
  if (call.started) {
    return ['network', brokenOff];
  }
  return [
    'network',
    'Gemini could not be reached. Check the network connection, the proxy, and strata.gemini.baseUrl if it is set.',
  ];
}

const notGemini =
  'What came back was not an answer of Gemini. Check strata.gemini.baseUrl, and whether a proxy or a sign-in page is in between.';
const brokenOff = 'The connection to Gemini broke off in the middle of the answer. Ask again.';
const damaged = "Part of Gemini's answer arrived damaged. Ask again.";

function judgeStatus(status: number, error: unknown, call: GeminiCall): Verdict {
  const details = detailsOf(error);
  const googleSays = vendorMessage(error, call.apiKey);
  if (/API_KEY_INVALID/.test(details) || /API key (not valid|expired|not found)/i.test(googleSays)) {
    return ['bad-key', `Gemini did not accept the API key. ${setKey}`];
  }
  // Google always says why; a bare refusal comes from something in between.
  if (googleSays === '' && status < 500 && status !== 429) {
    return ['network', notGemini];
  }
  if (status === 403) {
    return ['bad-key', forbiddenSentence(details, googleSays, call)];
  }
  if (status === 429) {
    return judgeQuota(details, googleSays, call);
  }
  if (status === 404) {
    return ['not-found', notFoundSentence(call)];
  }
  if (status === 503) {
    return ['server', 'Gemini is overloaded at the moment. Try again in a minute.'];
  }
  if (status >= 500) {
    return ['server', `Gemini has a problem on its side (HTTP ${status}). Try again in a minute.`];
  }
  if (/location is not supported/i.test(googleSays)) {
    return ['bad-request', 'Gemini is not offered in the country this computer seems to be in.'];
  }
  if (status === 413 || /token count.*exceeds|payload size exceeds/i.test(googleSays)) {
    return [
      'bad-request',
      `The request is longer than ${call.model?.id ?? 'Gemini'} can read. Shorten it, or start a new chat.`,
    ];
  }
  if (status === 401) {
    return ['bad-key', `Gemini did not accept the API key. ${setKey}`];
  }
  return ['bad-request', `Gemini did not accept the request: ${googleSays}`];
}

function notFoundSentence({ model }: GeminiCall): string {
  if (!model) {
    return 'There is no Gemini at the address in strata.gemini.baseUrl. Correct it, or clear it to reach Google.';
  }
  return `Gemini has no model "${model.id}" for this API key. Choose another in ${model.setting}.`;
}

function forbiddenSentence(details: string, googleSays: string, call: GeminiCall): string {
  if (/SERVICE_DISABLED/.test(details)) {
    return "The key's Google project has the Generative Language API switched off. Switch it on there, or set another key with 'Memory: Set Gemini API Key'.";
  }
  if (/leaked/i.test(googleSays)) {
    return `Google has blocked this API key because it was found in public. ${setKey}`;
  }
  return `Gemini does not let this API key use ${call.model?.id ?? 'its models'}. Check the key's restrictions, or set another with 'Memory: Set Gemini API Key'.`;
}

function judgeQuota(details: string, googleSays: string, call: GeminiCall): Verdict {
  if (call.model && /limit: 0\b/.test(googleSays)) {
    const { id, setting } = call.model;
    return ['quota', `The plan of this API key does not include ${id}. Choose another model in ${setting}.`];
  }
  if (/per_?day/i.test(details) || /per day|daily/i.test(googleSays)) {
    const wait = untilMidnightPacific(call.failedAt);
    const sentence = `The daily Gemini quota of this API key is used up. It starts anew at midnight Pacific time, in about ${duration(wait)}.`;
    // The delay that Google names is for the limits a minute; after it the daily quota is still used up.
    return ['quota', sentence, wait];
  }
  const seconds = /"retryDelay"\s*:\s*"([\d.]+)s"/.exec(details) ?? /retry in ([\d.]+)\s*s/i.exec(googleSays);
  if (!seconds) {
    return ['quota', 'Gemini has had too many requests from this API key. Try again in a minute.'];
  }
  const wait = Math.ceil(Number(seconds[1])) * 1000;
  return ['quota', `Gemini has had too many requests from this API key. Try again in ${duration(wait)}.`, wait];
}

/** Daily quotas of Google end there; a day with a clock change is off by an hour. */
function untilMidnightPacific(now: Date): number {
  const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'America/Los_Angeles', timeStyle: 'medium' }).format(now);
  const [hours = 0, minutes = 0, seconds = 0] = clock.split(':').map(Number);
  return DAY_MS - hours * HOUR_MS - minutes * MINUTE_MS - seconds * 1000;
}

function timeoutSentence(call: GeminiCall): string {
  const wait = duration(call.timeoutMs);
  if (call.started) {
    return `Gemini stopped in the middle of the answer and said nothing for ${wait}. Ask again.`;
  }
  const or = call.model ? `, or choose another model in ${call.model.setting}` : '';
  return `Gemini did not answer for ${wait}. Try again${or}.`;
}

function duration(ms: number): string {
  if (ms < 1000) {
    return `${ms} ms`;
  }
  if (ms < 120_000) {
    return `${Math.round(ms / 1000)} s`;
  }
  if (ms < 5_400_000) {
    return `${Math.round(ms / MINUTE_MS)} minutes`;
  }
  return `${Math.round(ms / HOUR_MS)} hours`;
}

function statusOf(error: unknown): number | undefined {
  const status = error instanceof Error && 'status' in error ? error.status : undefined;
  return typeof status === 'number' ? status : undefined;
}

function detailsOf(error: unknown): string {
  const details = error instanceof Error && 'errorDetails' in error ? error.errorDetails : undefined;
  return details === undefined ? '' : (JSON.stringify(details) ?? '');
}

/** Google's own sentence, without the SDK's address before it and the details behind it. */
function vendorMessage(error: unknown, apiKey: string): string {
  const sentence = messageOf(error)
    .replace(/^(\[GoogleGenerativeAI Error\]: )?Error fetching from .*?: \[\d+[^\]]*\]\s*/, '')
    .replace(/\s*\[\{"@type".*$/s, '');
  return shorten(scrub(sentence, apiKey), 300);
}

/** Google's older addresses carry the key as `?key=`; no text from outside is trusted to be free of it. */
export function scrub(text: string, apiKey: string): string {
  const shapes = [apiKey, encodeURIComponent(apiKey), JSON.stringify(apiKey).slice(1, -1)].filter(Boolean);
  return shapes
    .reduce((clean, shape) => clean.replaceAll(shape, '(key)'), text)
    .replace(/([?&]key=)[^&\s"'\\]+/gi, '$1(key)')
    .replace(/AIza[\w-]{20,}/g, '(key)');
}

function withoutKey(error: unknown, apiKey: string, depth = 0): Error {
  const copy = new Error(shorten(scrub(messageOf(error), apiKey), 300));
  if (!(error instanceof Error)) {
    return copy;
  }
  copy.name = error.name;
  if (error.stack) {
    copy.stack = scrub(error.stack, apiKey);
  }
  if (error.cause !== undefined && depth < 3) {
    copy.cause = withoutKey(error.cause, apiKey, depth + 1);
  }
  return copy;
}

function shorten(text: string, length: number): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length <= length ? line : `${firstChars(line, length - 1)}…`;
}
