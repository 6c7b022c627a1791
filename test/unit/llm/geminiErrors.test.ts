import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { scrub } from '../../../src/llm/gemini/geminiErrors.ts';
import { createGeminiModel } from '../../../src/llm/gemini/geminiModel.ts';
import { checkGeminiKey } from '../../../src/llm/gemini/geminiModels.ts';
import { ModelError, type ModelErrorReason } from '../../../src/llm/languageModel.ts';
import { type Logger, silentLogger } from '../../../src/util/logger.ts';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';
import type { FaultName, FaultOptions } from '../../support/geminiServerFaults.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

interface Outcome {
  text: string;
  error: ModelError;
}

async function ask(
  options: {
    apiKey?: string;
    baseUrl?: string;
    model?: string;
    logger?: Logger;
    onText?: () => void;
    timeoutMs?: number;
  } = {},
): Promise<Outcome> {
  const {
    apiKey = key,
    model = 'gemini-2.5-flash',
    baseUrl = gemini.baseUrl,
    logger = silentLogger,
    onText,
    timeoutMs = 10_000,
  } = options;
  const strata = createGeminiModel({ apiKey, model, baseUrl, logger, timeoutMs });
  let text = '';
  try {
    for await (const part of strata.stream(
      { messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hello' }] }] },
      never,
    )) {
      text += part.type === 'text' ? part.text : '';
      onText?.();
    }
  } catch (error) {
    assert.ok(error instanceof ModelError, inspect(error));
    return { text, error };
  }
  return assert.fail(`answered: ${text}`);
}

const cases: [fault: FaultName, options: FaultOptions, reason: ModelErrorReason, sentence: RegExp][] = [
  ['bad-key', {}, 'bad-key', /^Gemini did not accept the API key\. Set a new one with 'Memory: Set Gemini API Key'\.$/],
  ['forbidden', {}, 'bad-key', /does not let this API key use gemini-2\.5-flash.*'Memory: Set Gemini API Key'/],
  ['quota-minute', { retrySeconds: 34 }, 'quota', /too many requests.*Try again in 34 s\.$/],
  ['quota-minute', { retrySeconds: null }, 'quota', /too many requests.*in a minute\.$/],
  ['quota-bare', {}, 'quota', /too many requests.*in a minute\.$/],
  ['quota-day', {}, 'quota', /^The daily Gemini quota.*midnight Pacific time, in about \d+ (s|minutes|hours)\.$/],
  ['internal', {}, 'server', /problem on its side \(HTTP 500\)/],
  ['overloaded', {}, 'server', /^Gemini is overloaded at the moment\. Try again in a minute\.$/],
  ['model-not-found', {}, 'not-found', /no model "gemini-2\.5-flash".*strata\.gemini\.chatModel\.$/],
  ['too-long', {}, 'bad-request', /longer than gemini-2\.5-flash can read/],
  ['leaky', {}, 'bad-request', /did not accept the request: Bad request to/],
  ['prompt-blocked', {}, 'blocked', /refused to answer.*\(safety\)/],
  ['answer-blocked', {}, 'blocked', /kept its answer back.*\(safety\)/],
  ['answer-blocked', { afterChunks: 1 }, 'blocked', /broke off its answer/],
  ['max-tokens', {}, 'bad-answer', /cut off at its length limit/],
  ['max-tokens', { afterChunks: 0 }, 'bad-answer', /before it began to answer/],
  ['empty', {}, 'bad-answer', /empty answer/],
  ['refused-connection', {}, 'network', /could not be reached.*strata\.gemini\.baseUrl/],
  ['broken-stream', {}, 'network', /could not be reached|broke off|without an answer/],
  ['half-chunk', {}, 'bad-answer', /not an answer of Gemini/],
  ['damaged-chunk', {}, 'bad-answer', /not an answer of Gemini/],
  ['silent-end', {}, 'network', /without an answer/],
  ['silent-end', { afterChunks: 1 }, 'network', /broke off in the middle/],
  ['stream-error', {}, 'server', /overloaded/],
  ['html', {}, 'bad-answer', /not an answer of Gemini.*strata\.gemini\.baseUrl/],
  ['html', { status: 403 }, 'network', /proxy or a sign-in page/],
  ['html', { status: 404 }, 'network', /strata\.gemini\.baseUrl/],
  ['html', { status: 502 }, 'server', /HTTP 502/],
  ['never', {}, 'timeout', /^Gemini did not answer for 150 ms\./],
];

for (const [fault, options, reason, sentence] of cases) {
  test(`${fault} ${JSON.stringify(options)} is told as ${reason}`, async () => {
    gemini.fail(fault, options);
    const { error } = await ask(fault === 'never' ? { timeoutMs: 150 } : {});
    assert.equal(error.reason, reason, inspect(error));
    assert.match(error.message, sentence);
    assert.doesNotMatch(error.message, /!|\n|GoogleGenerativeAI|undefined/);
  });
}

for (const fault of ['broken-stream', 'half-chunk', 'damaged-chunk', 'stream-error'] as const) {
  test(`${fault} after some text leaves the text, then says what happened`, async () => {
    let seen = () => {};
    const when = new Promise<void>(resolve => {
      seen = resolve;
    });
    gemini.fail(fault, { afterChunks: 1, when });
    gemini.replyOnce({ chunks: ['Half an', ' answer'] });
    const { text, error } = await ask({ onText: () => seen() });
    assert.equal(text, 'Half an');
    assert.equal(
      error.reason,
      { 'broken-stream': 'network', 'half-chunk': 'network', 'damaged-chunk': 'bad-answer', 'stream-error': 'server' }[
        fault
      ],
    );
    assert.match(error.message, /broke off in the middle|arrived damaged|overloaded/);
  });
}

test('a wait that Gemini names is passed on, and a used-up day lasts until midnight', async () => {
  gemini.fail('quota-minute', { retrySeconds: 34 });
  assert.equal((await ask()).error.retryAfterMs, 34_000);
  gemini.fail('quota-minute', { retrySeconds: null });
  assert.equal((await ask()).error.retryAfterMs, undefined);
  gemini.fail('quota-day', { retrySeconds: 34 });
  const { retryAfterMs = 0 } = (await ask()).error;
  assert.ok(retryAfterMs > 0 && retryAfterMs <= 86_400_000, String(retryAfterMs));
});

test('a wrong key, no key and a key that no header can carry are all told as a bad key', async () => {
  for (const apiKey of ['AIzaSyWrong-0123456789abcdefghijklmnopq', '', '  ', 'two words', 'two\nlines', 'ключ']) {
    const { error } = await ask({ apiKey });
    assert.equal(error.reason, 'bad-key', apiKey);
  }
});

test('a model that does not exist is named together with its setting', async () => {
  const { error } = await ask({ model: 'gemini-9-ultra' });
  assert.equal(error.reason, 'not-found');
  assert.match(error.message, /"gemini-9-ultra".*strata\.gemini\.chatModel/);
});

test('an address where nobody listens, and one that is none, are told as a matter of the network', async () => {
  const gone = await startGeminiServer({ key });
  await gone.close();
  const { error } = await ask({ baseUrl: gone.baseUrl });
  assert.equal(error.reason, 'network');
  assert.match(error.message, /could not be reached/);
  const wrong = await ask({ baseUrl: 'my proxy' });
  assert.equal(wrong.error.reason, 'network');
  assert.match(wrong.error.message, /strata\.gemini\.baseUrl cannot be used/);
});

test('what the API refuses is passed on in its own words', async () => {
  const strata = createGeminiModel({
    apiKey: key,
    model: 'gemini-2.5-flash',
    baseUrl: gemini.baseUrl,
    logger: silentLogger,
  });
  const request = {
    messages: [{ role: 'user' as const, parts: [{ type: 'text' as const, text: 'a' }] }],
    maxOutputTokens: 0,
  };
  await assert.rejects(
    strata.generate(request, z.object({ a: z.string() }), never),
    (error: ModelError) => error.reason === 'bad-request' && /max_output_tokens must be positive/.test(error.message),
  );
});

test('the key is in no error and in no log line, whatever goes wrong', async () => {
  const faults = [...new Set(cases.map(([fault]) => fault))];
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...faults),
      fc.integer({ min: 0, max: 2 }),
      fc.stringMatching(/^[A-Za-z0-9_%+$.-]{12,40}$/),
      async (fault, afterChunks, ownKey) => {
        const server = await startGeminiServer({ key: ownKey });
        const timeoutMs = fault === 'never' ? 50 : 10_000;
        const lines: string[] = [];
        const log = (line: string) => void lines.push(line);
        try {
          server.fail(fault, { times: 2, ...(fault !== 'never' && { afterChunks }) });
          const { error } = await ask({
            apiKey: ownKey,
            timeoutMs,
            baseUrl: server.baseUrl,
            logger: { debug: log, info: log, warn: log, error: log },
          });
          const checked = await checkGeminiKey({
            apiKey: ownKey,
            timeoutMs,
            baseUrl: server.baseUrl,
            signal: never,
          });
          const shown = inspect([error, checked, error.stack], { depth: 10, showHidden: true }) + lines.join('\n');
          assert.ok(lines.some(line => line.includes('gemini-2.5-flash')));
          for (const shape of [ownKey, encodeURIComponent(ownKey)]) {
            assert.ok(!shown.includes(shape), shown);
          }
        } finally {
          await server.close();
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('keys are taken out of addresses and texts, also keys of others', () => {
  assert.equal(scrub('https://x/v1?key=secret&alt=sse', 'other'), 'https://x/v1?key=(key)&alt=sse');
  assert.equal(scrub('a/b+c and a%2Fb%2Bc', 'a/b+c'), '(key) and (key)');
  assert.equal(scrub('AIzaSyB-1234567890abcdefghij', ''), '(key)');
});
