import assert from 'node:assert/strict';
import { test } from 'node:test';
import { GeminiList, type GeminiListOptions } from '../../../src/llm/gemini/geminiList.ts';
import { fallbackGeminiModels, type GeminiModelInfo } from '../../../src/llm/gemini/geminiModels.ts';
import { eventually } from '../../support/eventually.ts';

type Answer = Awaited<ReturnType<GeminiListOptions['ask']>>;

const three: GeminiModelInfo = { id: 'gemini-3-pro', name: 'Gemini 3 Pro', maxInputTokens: 10, maxOutputTokens: 10 };
const LONG_MS = 100_000;

function list({ waitMs = LONG_MS, againMs = LONG_MS } = {}) {
  const asked: PromiseWithResolvers<Answer>[] = [];
  const told = { changes: 0, warnings: [] as string[], asked };
  const models = new GeminiList({
    ask: () => {
      const answer = Promise.withResolvers<Answer>();
      asked.push(answer);
      return answer.promise;
    },
    changed: () => told.changes++,
    warn: text => told.warnings.push(text),
    waitMs,
    againMs,
  });
  return { models, told };
}

test('a slow list is not waited for: known models are given, and the change is told when it comes', async () => {
  const { models, told } = list({ waitMs: 1 });
  assert.equal(await models.get('key'), fallbackGeminiModels);
  assert.equal(await models.get('key'), fallbackGeminiModels);
  assert.equal(told.asked.length, 1, 'asked once');
  told.asked[0]?.resolve({ models: [three] });
  await eventually(() => assert.ok(told.changes > 0));
  assert.deepEqual(await models.get('key'), [three]);
  assert.equal(told.asked.length, 1);
});

test('a list that could not be had is not asked for again at once', async () => {
  const { models, told } = list();
  const first = models.get('key');
  told.asked[0]?.resolve({ models: fallbackGeminiModels, problem: new Error('out of reach') });
  assert.equal(await first, fallbackGeminiModels);
  assert.equal(await models.get('key'), fallbackGeminiModels);
  assert.equal(told.asked.length, 1);
  assert.match(told.warnings.join(), /out of reach/);
  models.reset();
});

test('after a pause the picker is told to ask, and gets the list that is there now', async () => {
  const { models, told } = list({ againMs: 1 });
  const first = models.get('key');
  told.asked[0]?.resolve({ models: fallbackGeminiModels, problem: new Error('out of reach') });
  await first;
  await eventually(() => assert.equal(told.changes, 1));
  const second = models.get('key');
  told.asked[1]?.resolve({ models: [three] });
  assert.deepEqual(await second, [three]);
});

test('a refused key offers nothing until another one is set', async () => {
  const { models, told } = list();
  const refused = models.get('bad');
  told.asked[0]?.reject(new Error('Gemini did not accept the API key.'));
  assert.deepEqual(await refused, []);
  assert.deepEqual(await models.get('bad'), []);
  const accepted = models.get('good');
  told.asked[1]?.resolve({ models: [three] });
  assert.deepEqual(await accepted, [three]);
});

test('what was asked before a reset changes nothing after it', async () => {
  const { models, told } = list({ waitMs: 1 });
  await models.get('old');
  models.reset();
  told.asked[0]?.resolve({ models: [three] });
  assert.equal(await models.get('new'), fallbackGeminiModels);
  assert.equal(told.changes, 0);
});
