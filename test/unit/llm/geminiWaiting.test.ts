import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { createGeminiModel, type GeminiModelOptions } from '../../../src/llm/gemini/geminiModel.ts';
import type { LanguageModel } from '../../../src/llm/languageModel.ts';
import { silentLogger } from '../../../src/util/logger.ts';
import { type GeminiServer, startGeminiServer } from '../../support/geminiServer.ts';
import { collect, failsWith, textOf, userSays } from '../../support/modelParts.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
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

describe('cancelling', () => {
  test('a request that is cancelled before it begins is never sent', async () => {
    const stream = makeModel().stream({ messages: [userSays('Hello')] }, AbortSignal.abort());
    await assert.rejects(collect(stream), failsWith('cancelled'));
    assert.equal(gemini.requests.length, 0);
  });

  test('a request that is cancelled while it is being prepared is never sent', async () => {
    const controller = new AbortController();
    const answer = collect(makeModel().stream({ messages: [userSays('Hello')] }, controller.signal));
    controller.abort();
    await assert.rejects(answer, failsWith('cancelled'));
    assert.equal(gemini.requests.length, 0);
  });

  test('after cancelling, nothing more comes, even if it has arrived already', async () => {
    gemini.replyOnce({ chunks: ['a', 'b', 'c'] });
    const controller = new AbortController();
    let text = '';
    const answer = (async () => {
      for await (const part of makeModel().stream({ messages: [userSays('Hello')] }, controller.signal)) {
        text += textOf([part]);
        await gemini.settled();
        controller.abort();
      }
    })();
    await assert.rejects(answer, failsWith('cancelled'));
    assert.equal(text, 'a');
  });

  test('cancelling while Gemini has said nothing yet ends the wait and the connection', async () => {
    gemini.fail('never');
    const controller = new AbortController();
    const answer = collect(makeModel().stream({ messages: [userSays('Hello')] }, controller.signal));
    await gemini.arrived(1);
    controller.abort();
    await assert.rejects(answer, failsWith('cancelled'));
    await gemini.settled();
  });

  test('cancelling in the middle keeps what was said and ends the connection', async () => {
    gemini.fail('never', { afterChunks: 1 });
    gemini.replyOnce({ chunks: ['Half', 'whole'] });
    const controller = new AbortController();
    let text = '';
    const answer = (async () => {
      for await (const part of makeModel().stream({ messages: [userSays('Hello')] }, controller.signal)) {
        text += textOf([part]);
        controller.abort();
      }
    })();
    await assert.rejects(answer, failsWith('cancelled'));
    assert.equal(text, 'Half');
    await gemini.settled();
  });

  test('a reader who leaves early ends the connection', async () => {
    gemini.fail('never', { afterChunks: 1 });
    gemini.replyOnce({ chunks: ['Half', 'whole'] });
    for await (const part of makeModel().stream({ messages: [userSays('Hello')] }, never)) {
      assert.equal(textOf([part]), 'Half');
      break;
    }
    await gemini.settled();
  });
});

describe('silence', () => {
  test('Gemini that does not answer is given up, and the sentence says how long was waited', async () => {
    gemini.fail('never');
    const answer = collect(makeModel({ timeoutMs: 150 }).stream({ messages: [userSays('Hello')] }, never));
    await assert.rejects(answer, failsWith('timeout', /^Gemini did not answer for 150 ms\./));
    await gemini.settled();
  });

  test('Gemini that stops in the middle is given up, and what it said remains', async () => {
    gemini.fail('never', { afterChunks: 2 });
    gemini.replyOnce({ chunks: ['One, ', 'two, ', 'three'] });
    let text = '';
    const answer = (async () => {
      for await (const part of makeModel({ timeoutMs: 500 }).stream({ messages: [userSays('Count')] }, never)) {
        text += textOf([part]);
      }
    })();
    await assert.rejects(answer, failsWith('timeout', /in the middle of the answer/));
    assert.equal(text, 'One, two, ');
  });

  test('a slow answer is not given up as long as it goes on', async () => {
    gemini.fail('slow-chunks', { delayMs: 60 });
    gemini.replyOnce({ chunks: Array.from({ length: 20 }, (_, index) => `${index} `) });
    const parts = await collect(makeModel({ timeoutMs: 1000 }).stream({ messages: [userSays('Count')] }, never));
    assert.equal(parts.length, 20);
  });

  test('a slow reader is not taken for a silent Gemini', async () => {
    gemini.replyOnce({ chunks: ['a', 'b', 'c'] });
    let text = '';
    for await (const part of makeModel({ timeoutMs: 500 }).stream({ messages: [userSays('Hello')] }, never)) {
      text += textOf([part]);
      if (text === 'a') {
        await new Promise(resolve => setTimeout(resolve, 700));
      }
    }
    assert.equal(text, 'abc');
  });
});
