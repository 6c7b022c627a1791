import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { checkGeminiKey, fallbackGeminiModels, listGeminiModels } from '../../../src/llm/gemini/geminiModels.ts';
import { ModelError } from '../../../src/llm/languageModel.ts';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';
import { defaultModels, makeModel } from '../../support/geminiServerModels.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const signal = new AbortController().signal;
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key, pageSize: 3 });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

function options(apiKey = key) {
  return { apiKey, baseUrl: gemini.baseUrl, signal, timeoutMs: 5000 };
}

test('models to chat with are listed over all pages, the newest first, others left out', async () => {
  const { models, problem } = await listGeminiModels(options());
  assert.equal(problem, undefined);
  assert.deepEqual(
    models.map(({ id }) => id),
    [
      'gemini-3-flash-preview',
      'gemini-3-pro-preview',
      'gemini-2.5-flash',
      'gemini-2.5-flash-lite',
      'gemini-2.5-pro',
      'gemini-2.0-flash',
      'gemini-flash-latest',
    ],
  );
  assert.deepEqual(models[5], {
    id: 'gemini-2.0-flash',
    name: 'Gemini 2.0 Flash',
    maxInputTokens: 1_048_576,
    maxOutputTokens: 8192,
  });
  assert.equal(gemini.requests.length, Math.ceil(defaultModels.length / 3));
});

test('the key travels in a header, never in the address', async () => {
  await listGeminiModels(options());
  assert.equal(gemini.requests[0]?.headers['x-goog-api-key'], '(the key)');
  assert.ok(gemini.requests.every(({ path }) => !path.includes('key')));
});

test('version 2.10 is newer than 2.9, and an entry that makes no sense is skipped', async () => {
  const methods = ['generateContent'];
  const server = await startGeminiServer({
    key,
    models: [
      makeModel('gemini-2.9-pro', 'A', methods),
      makeModel('gemini-2.10-pro', '', methods),
      { ...makeModel('gemini-4', 'C', methods), supportedGenerationMethods: 'all' as unknown as string[] },
    ],
  });
  const { models } = await listGeminiModels({ ...options(), baseUrl: server.baseUrl });
  await server.close();
  assert.deepEqual(
    models.map(({ id, name }) => [id, name]),
    [
      ['gemini-2.10-pro', 'gemini-2.10-pro'],
      ['gemini-2.9-pro', 'A'],
    ],
  );
});

test('a refused key is thrown, not papered over with a guess', async () => {
  await assert.rejects(
    listGeminiModels(options('AIzaSyWrong-0123456789abcdefghijklmnopq')),
    (error: ModelError) =>
      error instanceof ModelError && error.reason === 'bad-key' && /Memory: Set Gemini API Key/.test(error.message),
  );
});

for (const [fault, reason] of [
  ['overloaded', 'server'],
  ['quota-bare', 'quota'],
  ['html', 'bad-answer'],
  ['refused-connection', 'network'],
  ['broken-stream', 'network'],
  ['half-chunk', 'bad-answer'],
] as const) {
  test(`when the list cannot be had (${fault}), two known models are offered and the problem is told`, async () => {
    gemini.fail(fault);
    const { models, problem } = await listGeminiModels(options());
    assert.deepEqual(models, fallbackGeminiModels);
    assert.equal(problem?.reason, reason, problem?.message);
  });
}

test('a list that takes too long is given up', async () => {
  gemini.fail('never');
  const { problem } = await listGeminiModels({ ...options(), timeoutMs: 150 });
  assert.equal(problem?.reason, 'timeout');
  assert.match(problem?.message ?? '', /did not answer for 150 ms\. Try again\.$/);
});

test('cancelling the list is thrown, before and during', async () => {
  const cancelled = (error: ModelError) => error.reason === 'cancelled';
  await assert.rejects(listGeminiModels({ ...options(), signal: AbortSignal.abort() }), cancelled);
  gemini.fail('never');
  const controller = new AbortController();
  const list = listGeminiModels({ ...options(), signal: controller.signal });
  await gemini.arrived(1);
  controller.abort();
  await assert.rejects(list, cancelled);
});

test('a key is checked with one small request', async () => {
  assert.deepEqual(await checkGeminiKey(options()), { ok: true });
  assert.equal(gemini.requests.length, 1);
});

test('a key with a line break from the clipboard is accepted', async () => {
  assert.deepEqual(await checkGeminiKey(options(`${key}\n`)), { ok: true });
});

test('a key that Gemini refuses, and Gemini that cannot be asked, are told apart', async () => {
  const refused = await checkGeminiKey(options('wrong'));
  assert.equal(!refused.ok && refused.error.reason, 'bad-key');
  gemini.fail('too-long');
  const odd = await checkGeminiKey(options());
  assert.match(odd.ok ? '' : odd.error.message, /longer than Gemini can read/);
  gemini.fail('internal');
  const unknown = await checkGeminiKey(options());
  assert.equal(!unknown.ok && unknown.error.reason, 'server');
});
