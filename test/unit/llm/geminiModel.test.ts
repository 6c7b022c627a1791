import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { after, afterEach, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { createGeminiModel, type GeminiModelOptions } from '../../../src/llm/gemini/geminiModel.ts';
import type { ChatMessage, LanguageModel } from '../../../src/llm/languageModel.ts';
import { silentLogger } from '../../../src/util/logger.ts';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';
import { callsIn, collect, failsWith, textOf, userSays } from '../../support/modelParts.ts';

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

describe('streaming', () => {
  test('text comes in the pieces in which Gemini sends it', async () => {
    gemini.replyOnce({ chunks: ['Back', 'off', ' with jitter.'] });
    const parts = await collect(makeModel().stream({ messages: [userSays('What did we decide?')] }, never));
    assert.deepEqual(parts, [
      { type: 'text', text: 'Back' },
      { type: 'text', text: 'off' },
      { type: 'text', text: ' with jitter.' },
    ]);
  });

  test('the first piece can be read while Gemini is still writing', async () => {
    gemini.fail('never', { afterChunks: 1 });
    gemini.replyOnce({ chunks: ['Early', 'late'] });
    const stream = makeModel()
      .stream({ messages: [userSays('Hello')] }, never)
      [Symbol.asyncIterator]();
    assert.deepEqual((await stream.next()).value, { type: 'text', text: 'Early' });
    await stream.return?.();
    await gemini.settled();
  });

  test("a thinking model's thoughts are not taken for its answer", async () => {
    gemini.replyOnce({ parts: [[{ text: 'Let me think', thought: true }], [{ text: 'Yes.' }]] });
    assert.equal(textOf(await collect(makeModel().stream({ messages: [userSays('Really?')] }, never))), 'Yes.');
  });

  test('limits and temperature reach Gemini, and are left out when not given', async () => {
    await collect(makeModel().stream({ messages: [userSays('a')], maxOutputTokens: 50, temperature: 0.2 }, never));
    await collect(makeModel().stream({ messages: [userSays('b')] }, never));
    assert.deepEqual(gemini.requests[0]?.body.generationConfig, { maxOutputTokens: 50, temperature: 0.2 });
    assert.deepEqual(gemini.requests[1]?.body.generationConfig, {});
  });

  test('it says who it is and how much it can read and write', () => {
    const model = makeModel({ model: 'models/gemini-2.5-pro', maxInputTokens: 1000 });
    assert.equal(model.id, 'gemini/gemini-2.5-pro');
    assert.equal(model.maxInputTokens, 1000);
    assert.equal(model.maxOutputTokens, 65_536);
  });

  test('a base URL may end with a slash', async () => {
    const model = makeModel({ baseUrl: `${gemini.baseUrl}/` });
    assert.equal(textOf(await collect(model.stream({ messages: [userSays('Hello')] }, never))), 'Echo: Hello');
  });
});

describe('messages', () => {
  test('system messages become the system instruction, wherever they stand', async () => {
    const messages: ChatMessage[] = [
      { role: 'system', parts: [{ type: 'text', text: 'Be brief.' }] },
      userSays('Hello'),
      { role: 'system', parts: [{ type: 'text', text: 'Be kind.' }] },
    ];
    await collect(makeModel().stream({ messages }, never));
    const body = gemini.requests[0]?.body;
    assert.deepEqual(body?.systemInstruction?.parts, [{ text: 'Be brief.\n\nBe kind.' }]);
    assert.deepEqual(body?.contents, [{ role: 'user', parts: [{ text: 'Hello' }] }]);
  });

  test('a request without a message is refused before it is sent', async () => {
    await assert.rejects(collect(makeModel().stream({ messages: [] }, never)), failsWith('bad-request'));
    assert.equal(gemini.requests.length, 0);
  });
});

describe('tools', () => {
  test('a call, its result and the answer make a round trip, with the signature and id that Gemini gave', async () => {
    const model = makeModel({ model: 'gemini-3-pro-preview' });
    gemini.replyOnce({
      text: 'I will look.',
      toolCalls: [
        { name: 'weather', args: { city: 'Oslo' }, thoughtSignature: 'c2lnbmVk', id: 'fc-1' },
        { name: 'weather', args: { city: 'Rome' }, id: 'fc-2' },
      ],
    });
    const first = await collect(model.stream({ messages: [userSays('Oslo or Rome?')], tools: [weather] }, never));
    const calls = callsIn(first);
    assert.deepEqual(
      calls.map(call => [call.name, call.arguments]),
      [
        ['weather', { city: 'Oslo' }],
        ['weather', { city: 'Rome' }],
      ],
    );
    assert.notEqual(calls[0]?.callId, calls[1]?.callId);

    const messages: ChatMessage[] = [
      userSays('Oslo or Rome?'),
      { role: 'assistant', parts: first },
      // In the other order: a result belongs to its call, not to its place.
      {
        role: 'user',
        parts: [...calls]
          .reverse()
          .map(call => ({ type: 'toolResult', callId: call.callId, text: `${call.arguments.city} is fine` })),
      },
    ];
    const answer = textOf(await collect(model.stream({ messages, tools: [weather] }, never)));
    assert.match(answer, /Oslo is fine.*Rome is fine/s);
    const [, called, answered] = gemini.requests[1]?.body.contents ?? [];
    assert.deepEqual(
      called?.parts?.filter(part => part.functionCall),
      [
        { functionCall: { name: 'weather', args: { city: 'Oslo' }, id: 'fc-1' }, thoughtSignature: 'c2lnbmVk' },
        { functionCall: { name: 'weather', args: { city: 'Rome' }, id: 'fc-2' } },
      ],
    );
    assert.deepEqual(
      answered?.parts?.map(part => part.functionResponse?.id),
      ['fc-1', 'fc-2'],
    );
  });

  test('a text and a call in one chunk come out once each, in order', async () => {
    gemini.replyOnce({ parts: [[{ text: 'Looking.' }, { functionCall: { name: 'weather', args: {} } }]] });
    const parts = await collect(makeModel().stream({ messages: [userSays('Weather?')], tools: [weather] }, never));
    assert.deepEqual(
      parts.map(part => part.type),
      ['text', 'toolCall'],
    );
  });

  test('equal calls in two answers get different ids', async () => {
    const model = makeModel();
    const ids: (string | undefined)[] = [];
    for (const _ of [1, 2]) {
      gemini.replyOnce({ toolCalls: [{ name: 'weather' }] });
      ids.push(
        callsIn(await collect(model.stream({ messages: [userSays('Weather?')], tools: [weather] }, never)))[0]?.callId,
      );
    }
    assert.equal(new Set(ids).size, 2);
  });

  test('Gemini 3 accepts a call that another model made, whose signature nobody knows', async () => {
    const messages: ChatMessage[] = [
      userSays('Weather?'),
      {
        role: 'assistant',
        parts: [{ type: 'toolCall', callId: 'foreign', name: 'weather', arguments: { city: 'Oslo' } }],
      },
      { role: 'user', parts: [{ type: 'toolResult', callId: 'foreign', text: 'Rain' }] },
    ];
    const model = makeModel({ model: 'gemini-3-flash-preview' });
    assert.match(textOf(await collect(model.stream({ messages, tools: [weather] }, never))), /Rain/);
  });

  test('signatures of the last thousand calls are kept; a call older than that still gets through', async () => {
    const model = makeModel({ model: 'gemini-3-pro-preview' });
    const toolCalls = Array.from({ length: 1001 }, () => ({ name: 'weather', thoughtSignature: 'c2lnbmVk' }));
    gemini.replyOnce({ toolCalls });
    const calls = callsIn(await collect(model.stream({ messages: [userSays('Weather?')], tools: [weather] }, never)));
    for (const call of [calls[0], calls[1]].filter(call => call !== undefined)) {
      const messages: ChatMessage[] = [userSays('Weather?'), { role: 'assistant', parts: [call] }];
      await collect(model.stream({ messages, tools: [weather] }, never));
    }
    assert.deepEqual(
      gemini.requests.slice(1).map(({ body }) => body.contents?.[1]?.parts?.[0]?.thoughtSignature),
      ['skip_thought_signature_validator', 'c2lnbmVk'],
    );
  });

  test('a required tool is called', async () => {
    const parts = await collect(
      makeModel().stream({ messages: [userSays('Oslo')], tools: [weather], toolMode: 'required' }, never),
    );
    assert.deepEqual(
      callsIn(parts).map(call => [call.name, call.arguments]),
      [['weather', { city: 'Oslo' }]],
    );
  });

  test('a tool schema with keywords that Gemini refuses is sent without them', async () => {
    const inputSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: { since: { type: ['string', 'null'], format: 'date', default: null } },
    };
    const tools = [
      { ...weather, inputSchema },
      { name: 'now', description: 'The time', inputSchema: { type: 'object', properties: {} } },
    ];
    await collect(makeModel().stream({ messages: [userSays('Hello')], tools }, never));
    assert.deepEqual(gemini.requests[0]?.body.tools?.[0]?.functionDeclarations, [
      {
        name: 'weather',
        description: 'Weather of a city',
        parameters: {
          type: 'object',
          properties: { since: { type: 'string', description: 'Format: date.', nullable: true } },
          propertyOrdering: ['since'],
        },
      },
      { name: 'now', description: 'The time' },
    ]);
  });
});

test('the SDK is not loaded before the first request', async () => {
  const script = `
    import { registerHooks } from 'node:module';
    let loaded = false;
    registerHooks({ resolve(name, context, next) { loaded ||= name === '@google/generative-ai'; return next(name, context); } });
    const { createGeminiModel } = await import('./src/llm/gemini/geminiModel.ts');
    const logger = { debug() {}, info() {}, warn() {}, error() {} };
    const model = createGeminiModel({ apiKey: '${key}', model: 'gemini-2.5-flash', baseUrl: '${gemini.baseUrl}', logger });
    const before = loaded;
    for await (const part of model.stream({ messages: [{ role: 'user', parts: [{ type: 'text', text: 'Hi' }] }] }, new AbortController().signal));
    console.log(before, loaded);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../..', import.meta.url),
  });
  assert.equal(stdout.trim(), 'false true');
});
