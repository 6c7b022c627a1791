import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Exchange } from '../../src/vscode/chat/exchange.ts';
import { Persona } from '../../src/vscode/chat/persona.ts';
import { RecordedStream } from '../../src/vscode/chat/recordedStream.ts';
import { reply } from '../../src/vscode/chat/reply.ts';
import { makeTurn } from '../support/builders.ts';
import type { FaultName, FaultOptions } from '../support/geminiServerFaults.ts';
import { ask, askInChat, newChat } from './chat.ts';
import { FLASH, flash, withGemini } from './gemini.ts';
import { suite, test } from './suite.ts';
import { rememberHere } from './support.ts';

interface Case {
  what: string;
  fault: FaultName;
  options?: FaultOptions;
  sentence: RegExp;
  /** What is recorded of the answer. VS Code drops pieces that it has not handed on when the error comes. */
  begun?: RegExp;
}

const cases: Case[] = [
  { what: 'a refused key', fault: 'bad-key', sentence: /^Gemini did not accept the API key\. .*Set Gemini API Key/ },
  {
    what: 'too many requests',
    fault: 'quota-minute',
    options: { retrySeconds: 34 },
    sentence: /too many requests from this API key\. Try again in 34 s\.$/,
  },
  { what: 'a used-up day', fault: 'quota-day', sentence: /^The daily Gemini quota.*midnight Pacific time/ },
  { what: 'a question blocked for safety', fault: 'prompt-blocked', sentence: /refused to answer.*\(safety\)/ },
  { what: 'an answer blocked for safety', fault: 'answer-blocked', sentence: /kept its answer back.*\(safety\)/ },
  { what: 'an error of the server', fault: 'internal', sentence: /problem on its side \(HTTP 500\)\. Try again/ },
  { what: 'an overloaded server', fault: 'overloaded', sentence: /^Gemini is overloaded at the moment\. Try again/ },
  {
    what: 'a stream that ends in the middle',
    fault: 'silent-end',
    options: { afterChunks: 1 },
    sentence: /broke off in the middle of the answer\. Ask again\.$/,
    begun: /^(The heron )?$/,
  },
  { what: 'a refused connection', fault: 'refused-connection', sentence: /could not be reached\. Check the network/ },
  { what: 'a page of a proxy', fault: 'html', sentence: /not an answer of Gemini.*proxy or a sign-in page/ },
];

suite('when Gemini fails', () => {
  for (const { what, fault, options, sentence, begun = /^$/ } of cases) {
    test(`${what} is told in chat and recorded as a failed turn`, async () => {
      await withGemini(async (server, host) => {
        server.fail(fault, { ...options, only: ':streamGenerateContent' });
        server.replyOnce({ chunks: ['The heron ', 'stands still.'] });
        await newChat();
        const question = `why does the heron stand still (${what})?`;
        const { shown, turn } = await askInChat(host, question, { model: FLASH });
        assert.match(shown ?? '', sentence);
        assert.equal(turn.assistant?.status, 'failed');
        assert.equal(turn.assistant?.error, shown);
        assert.match(turn.assistant?.content ?? '?', begun);
        assert.equal(turn.user.content, question);
      });
    });
  }

  for (const { fault, chunks, begun } of [
    { fault: 'internal', chunks: [], begun: '' },
    { fault: 'bad-key', chunks: [], begun: '' },
    { fault: 'refused-connection', chunks: [], begun: '' },
    { fault: 'broken-stream', chunks: ['The pelican ', 'nests.'], begun: 'The pelican ' },
  ] as const) {
    test(`after ${fault} the passages are shown, and only the model's words are kept`, async () => {
      await withGemini(async (server, host) => {
        const said = 'The pelican nests on the third pier, we decided.';
        const id = await rememberHere(host, 'Where pelicans nest', [makeTurn('Where does the pelican nest?', said)]);
        const shown: string[] = [];
        let seen = () => {};
        const when = new Promise<void>(resolve => {
          seen = resolve;
        });
        server.fail(fault, { afterChunks: 1, when, only: ':streamGenerateContent' });
        server.replyOnce({ chunks: [...chunks] });
        const exchange = exchangeOf('where does the pelican nest?', await flash(), text => {
          shown.push(text);
          seen();
        });
        await assert.rejects(async () => reply(host, exchange, new Persona()));
        assert.match(shown.join(''), /From memory instead[\s\S]*Where pelicans nest[\s\S]*> .*third pier/);
        assert.equal(exchange.stream.text, begun);
        assert.ok(shown.join('').startsWith(begun));
        await host.store.conversations.delete(id);
      });
    });
  }

  test('a Gemini that is gone altogether is told as out of reach, and memory answers offline meanwhile', async () => {
    await withGemini(async (server, host) => {
      await server.close();
      await newChat();
      const { shown, turn } = await askInChat(host, 'is anybody there for the ibis?', { model: FLASH });
      assert.match(shown ?? '', /^Gemini could not be reached\. Check the network connection/);
      assert.equal(turn.assistant?.status, 'failed');
      const offline = await ask(host, 'is anybody there for the stork?');
      assert.equal(offline.turn.assistant?.status, 'complete');
    });
  });

  test('a Gemini that never answers is given up with a sentence', async () => {
    await withGemini(async (server, host) => {
      server.fail('never', { only: ':streamGenerateContent' });
      await newChat();
      await withoutPatience(async () => {
        const { shown, turn } = await askInChat(host, 'how long must the crane wait?', { model: FLASH });
        assert.match(shown ?? '', /^Gemini did not answer for 60 s\. Try again, or choose another model/);
        assert.equal(turn.assistant?.status, 'failed');
      });
      await server.settled();
    });
  });

  test('a slow answer is waited for', async () => {
    await withGemini(async (server, host) => {
      server.fail('slow-chunks', { delayMs: 50, only: ':streamGenerateContent' });
      server.replyOnce({ chunks: ['slowly ', 'but ', 'surely'] });
      await newChat();
      const { shown, turn } = await askInChat(host, 'will the tortoise arrive?', { model: FLASH });
      assert.equal(shown, undefined);
      assert.equal(turn.assistant?.content, 'slowly but surely');
    });
  });

  test('after a failure the next question is answered, in the same conversation', async () => {
    await withGemini(async (server, host) => {
      server.fail('overloaded', { only: ':streamGenerateContent' });
      await newChat();
      const failed = await askInChat(host, 'does the condor fly?', { model: FLASH });
      server.replyOnce({ text: 'It does.' });
      const answered = await askInChat(host, 'does the condor fly now?', { model: FLASH });
      assert.equal(answered.conversation.uuid, failed.conversation.uuid);
      assert.equal(answered.turn.turn_index, 1);
      assert.equal(answered.turn.assistant?.content, 'It does.');
    });
  });
});

/** A question as the participant has it, with what chat would show. */
function exchangeOf(wanted: string, model: vscode.LanguageModelChat, show: (text: string) => void): Exchange {
  const request = { prompt: wanted, command: undefined, references: [], toolReferences: [], model };
  const markdown = (text: string | vscode.MarkdownString) => show(typeof text === 'string' ? text : text.value);
  const response = { markdown, progress: () => {}, anchor: () => {}, reference: () => {}, button: () => {} };
  return {
    request: request as unknown as vscode.ChatRequest,
    stream: new RecordedStream(response as unknown as vscode.ChatResponseStream),
    token: new vscode.CancellationTokenSource().token,
    conversation: 'pelicans',
    history: [],
    wanted,
    ref: undefined,
    title: undefined,
    keeping: 'paused',
    gone: new Map(),
  };
}

/** The minute of silence that is allowed passes at once; every other timer runs as it does. */
async function withoutPatience(body: () => Promise<void>): Promise<void> {
  const real = globalThis.setTimeout;
  const hurried = (run: unknown, ms?: number, ...args: unknown[]) =>
    Reflect.apply(real, globalThis, [run, ms === 60_000 ? 0 : ms, ...args]);
  Object.assign(globalThis, { setTimeout: Object.assign(hurried, real) });
  try {
    await body();
  } finally {
    Object.assign(globalThis, { setTimeout: real });
  }
}
