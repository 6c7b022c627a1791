import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import * as z from 'zod/mini';
import { createGeminiModel, type GeminiModelOptions } from '../../../src/llm/gemini/geminiModel.ts';
import type { LanguageModel } from '../../../src/llm/languageModel.ts';
import { silentLogger } from '../../../src/util/logger.ts';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';
import { failsWith, userSays } from '../../support/modelParts.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
const weather = {
  name: 'weather',
  description: 'Weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

function makeModel(options: Partial<GeminiModelOptions> = {}): LanguageModel {
  return createGeminiModel({
    apiKey: key,
    model: 'gemini-2.5-flash',
    baseUrl: gemini.baseUrl,
    logger: silentLogger,
    ...options,
  });
}

describe('answers in a shape', () => {
  const summary = z.object({
    title: z.string().check(z.maxLength(200), z.describe('A short title')),
    kind: z.enum(['decision', 'idea']),
    files: z.array(z.object({ path: z.string(), line: z.nullable(z.int().check(z.minimum(1))) })),
    note: z.optional(z.string()),
  });

  test('Gemini is asked for JSON in that shape, and the validated value comes back with the tokens it cost', async () => {
    gemini.replyOnce({
      json: { title: 'Jitter', kind: 'decision', files: [{ path: 'a.ts', line: null }] },
      usage: { promptTokenCount: 100, candidatesTokenCount: 20, thoughtsTokenCount: 5 },
    });
    const { value, usage } = await makeModel().generate({ messages: [userSays('Summarise')] }, summary, never);
    assert.deepEqual(value, { title: 'Jitter', kind: 'decision', files: [{ path: 'a.ts', line: null }] });
    assert.deepEqual(usage, { inputTokens: 100, outputTokens: 25 });
    const config = gemini.requests[0]?.body.generationConfig;
    assert.equal(config?.responseMimeType, 'application/json');
    assert.deepEqual(config?.responseSchema, {
      type: 'object',
      properties: {
        title: { type: 'string', description: 'A short title At most 200 characters.' },
        kind: { type: 'string', format: 'enum', enum: ['decision', 'idea'] },
        files: {
          type: 'array',
          items: {
            type: 'object',
            properties: { path: { type: 'string' }, line: { type: 'integer', minimum: 1, nullable: true } },
            propertyOrdering: ['path', 'line'],
            required: ['path', 'line'],
          },
        },
        note: { type: 'string' },
      },
      propertyOrdering: ['title', 'kind', 'files', 'note'],
      required: ['title', 'kind', 'files'],
    });
  });

  test('the stand-in fills any such shape by itself', async () => {
    const { value } = await makeModel().generate({ messages: [userSays('Retry policy')] }, summary, never);
    assert.deepEqual(value, {
      title: 'Retry policy',
      kind: 'decision',
      files: [{ path: 'Retry policy', line: 1 }],
      note: 'Retry policy',
    });
  });

  test('tokens are estimated when Gemini does not count them', async () => {
    gemini.replyOnce({ json: { a: 'b' }, usage: false });
    const { usage } = await makeModel().generate(
      { messages: [userSays('x'.repeat(400))] },
      z.object({ a: z.string() }),
      never,
    );
    assert.ok(usage.inputTokens >= 100 && usage.inputTokens < 130, String(usage.inputTokens));
    assert.equal(usage.outputTokens, 3);
  });

  test('text that is not JSON is a bad answer that says so', async () => {
    gemini.replyOnce({ text: 'Sure! Here it is' });
    await assert.rejects(
      makeModel().generate({ messages: [userSays('a')] }, summary, never),
      failsWith('bad-answer', /not valid JSON/),
    );
  });

  test('JSON of another shape is a bad answer that says where', async () => {
    gemini.replyOnce({ json: { title: 7, kind: 'decision', files: [] } });
    await assert.rejects(
      makeModel().generate({ messages: [userSays('a')] }, summary, never),
      failsWith('bad-answer', /title: .*string/),
    );
  });

  test('tools are left out, because Gemini 2 refuses them together with a shape', async () => {
    await makeModel().generate({ messages: [userSays('a')], tools: [weather] }, summary, never);
    assert.equal(gemini.requests[0]?.body.tools, undefined);
  });

  test('cancelling ends it', async () => {
    gemini.fail('never');
    const controller = new AbortController();
    const answer = makeModel().generate({ messages: [userSays('a')] }, summary, controller.signal);
    await gemini.arrived(1);
    controller.abort();
    await assert.rejects(answer, failsWith('cancelled'));
  });
});
