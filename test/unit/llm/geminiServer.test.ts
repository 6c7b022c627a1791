import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { type GenerateContentRequest, GoogleGenerativeAI } from '@google/generative-ai';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

function sdk(model = 'gemini-2.5-flash', apiKey = key) {
  return new GoogleGenerativeAI(apiKey).getGenerativeModel({ model }, { baseUrl: gemini.baseUrl });
}

/** The SDK's types would not let wrong requests through. */
function wrong(request: object): GenerateContentRequest {
  return request as GenerateContentRequest;
}

describe('the stand-in answers the real SDK', () => {
  test('with an echo, the same each time', async () => {
    for (const _ of [1, 2]) {
      assert.equal((await sdk().generateContent('Hello')).response.text(), 'Echo: Hello');
    }
  });

  test('with scripted answers, once or from now on', async () => {
    gemini.reply({ text: 'always' });
    gemini.replyOnce(request => ({ text: `once for ${request.body.contents?.length}` }));
    assert.equal((await sdk().generateContent('a')).response.text(), 'once for 1');
    assert.equal((await sdk().generateContent('a')).response.text(), 'always');
    assert.equal((await sdk().generateContent('a')).response.text(), 'always');
  });

  test('with token counts', async () => {
    assert.ok((await sdk().countTokens('Hello')).totalTokens > 0);
  });

  test('with unit vectors that depend on the text alone, nearer where words are shared', async () => {
    const texts = ['retry the upload', 'retry the download', 'paint it green'];
    const requests = texts.map(text => ({ content: { role: 'user', parts: [{ text }] } }));
    const { embeddings } = await sdk('gemini-embedding-001').batchEmbedContents({ requests });
    const [a = [], b = [], c = []] = embeddings.map(({ values }) => values);
    const dot = (x: number[], y: number[]) => x.reduce((sum, value, index) => sum + value * (y[index] ?? 0), 0);
    assert.equal(a.length, 3072);
    assert.ok(Math.abs(dot(a, a) - 1) < 1e-9);
    assert.ok(dot(a, b) > dot(a, c) + 0.3);
    assert.deepEqual((await sdk('gemini-embedding-001').embedContent('retry the upload')).embedding.values, a);
  });

  test('with at most 100 vectors at once', async () => {
    const requests = Array.from({ length: 101 }, () => ({ content: { role: 'user', parts: [{ text: 'a' }] } }));
    await assert.rejects(
      sdk('gemini-embedding-001').batchEmbedContents({ requests }),
      /\[400 Bad Request\].*at most 100/,
    );
  });

  test('with a record of what was asked, without the key', async () => {
    await sdk().generateContent('Hello');
    assert.equal(gemini.requests[0]?.method, 'POST');
    assert.equal(gemini.requests[0]?.path, '/v1beta/models/gemini-2.5-flash:generateContent');
    assert.ok(!JSON.stringify(gemini.requests).includes(key));
  });

  test('with faults for a number of requests, or only where they are wanted', async () => {
    gemini.fail('overloaded', { times: 2 });
    gemini.fail('internal', { only: ':embedContent' });
    await assert.rejects(sdk().generateContent('a'), /503/);
    await assert.rejects(sdk().generateContent('a'), /503/);
    await sdk().generateContent('a');
    await assert.rejects(sdk('gemini-embedding-001').embedContent('a'), /500/);
  });

  test('with faults for a while', async () => {
    gemini.fail('overloaded', { forMs: 100 });
    let failures = 0;
    for (let answered = false; !answered; ) {
      await sdk()
        .generateContent('a')
        .then(
          () => {
            answered = true;
          },
          () => failures++,
        );
    }
    assert.ok(failures > 0);
  });
});

describe('the stand-in refuses what the real API refuses', () => {
  const call = { functionCall: { name: 'find', args: {} } };
  const response = { functionResponse: { name: 'find', response: { output: 'x' } } };
  const user = (...parts: object[]) => ({ role: 'user', parts });
  const model = (...parts: object[]) => ({ role: 'model', parts });
  const asked = user({ text: 'a' });
  const tool = (parameters: object) => ({
    contents: [asked],
    tools: [{ functionDeclarations: [{ name: 'find', parameters }] }],
  });
  const property = (schema: object) => tool({ type: 'object', properties: { a: schema } });

  const cases: [what: string, request: object, message: RegExp][] = [
    ['no contents', { contents: [] }, /contents is not specified/],
    [
      'an unknown role',
      { contents: [{ role: 'assistant', parts: [{ text: 'a' }] }] },
      /Please use a valid role: user, model/,
    ],
    ['a turn without parts', { contents: [user()] }, /parts must not be empty/],
    ['an empty part', { contents: [user({})] }, /must have one initialized field/],
    ['an empty text', { contents: [user({ text: '' })] }, /must have one initialized field/],
    ['an unknown field', { contents: [asked], system: 'x' }, /Unknown name "system"/],
    [
      'a call without a question',
      { contents: [model(call), user(response)] },
      /call turn comes immediately after a user turn/,
    ],
    [
      'a response without a call',
      { contents: [asked, model({ text: 'b' }), user(response)] },
      /immediately after a function call turn/,
    ],
    [
      'two responses in a row',
      { contents: [asked, model(call), user(response), user(response)] },
      /immediately after a function call turn/,
    ],
    [
      'fewer responses than calls',
      { contents: [asked, model(call, call), user(response)] },
      /number of function response parts/,
    ],
    [
      'a response that is no object',
      { contents: [asked, model(call), user({ functionResponse: { name: 'find', response: 'x' } })] },
      /Struct/,
    ],
    [
      '$schema',
      tool({ $schema: 'x', type: 'object', properties: { a: { type: 'string' } } }),
      /Unknown name "\$schema" at 'tools\[0\]/,
    ],
    [
      'additionalProperties',
      property({ type: 'object', additionalProperties: false }),
      /Unknown name "additionalProperties"/,
    ],
    ['parameters without properties', tool({ type: 'object', properties: {} }), /should be non-empty for OBJECT type/],
    ['a list without items', property({ type: 'array' }), /items: missing field/],
    ['an enum of numbers', property({ type: 'string', enum: [1] }), /TYPE_STRING/],
    ['an empty string in an enum', property({ type: 'string', enum: [''] }), /cannot be empty/],
    ['an unknown format', property({ type: 'string', format: 'uri' }), /format: only enum and date-time/],
    ['no type', property({ description: 'a' }), /type: must be specified/],
    [
      'required that does not exist',
      tool({ type: 'object', properties: { a: { type: 'string' } }, required: ['b'] }),
      /property is not defined/,
    ],
    [
      'a schema without JSON',
      { contents: [asked], generationConfig: { responseSchema: { type: 'string' } } },
      /only supported with/,
    ],
    [
      'JSON together with tools',
      { ...property({ type: 'string' }), generationConfig: { responseMimeType: 'application/json' } },
      /Function calling with a response mime type/,
    ],
  ];
  for (const [what, request, message] of cases) {
    test(what, async () => {
      await assert.rejects(sdk().generateContent(wrong(request)), error => {
        assert.match(String(error), /\[400 Bad Request\]/);
        assert.match(String(error), message);
        return true;
      });
    });
  }

  test('a call without a signature, of Gemini 3 and in the turn under way', async () => {
    const turn = [asked, model(call), user(response)];
    await assert.rejects(
      sdk('gemini-3-pro-preview').generateContent(wrong({ contents: turn })),
      /missing a thought_signature/,
    );
    await sdk('gemini-2.5-flash').generateContent(wrong({ contents: turn }));
    await sdk('gemini-3-pro-preview').generateContent(wrong({ contents: [...turn, model({ text: 'b' }), asked] }));
    const signed = { ...call, thoughtSignature: 'c2ln' };
    await sdk('gemini-3-pro-preview').generateContent(wrong({ contents: [asked, model(signed), user(response)] }));
  });

  test('a wrong key, in the words of Google', async () => {
    await assert.rejects(
      sdk('gemini-2.5-flash', 'wrong').generateContent('a'),
      /\[400 Bad Request\] API key not valid.*API_KEY_INVALID/,
    );
  });

  test('a model that it does not serve, or not for this', async () => {
    await assert.rejects(sdk('gemini-9').generateContent('a'), /\[404 Not Found\] models\/gemini-9 is not found/);
    await assert.rejects(sdk('gemini-embedding-001').generateContent('a'), /not supported for generateContent/);
  });
});
