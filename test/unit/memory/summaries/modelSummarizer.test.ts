import assert from 'node:assert/strict';
import { after, afterEach, before, suite, test } from 'node:test';
import { createGeminiModel } from '../../../../src/llm/gemini/geminiModel.ts';
import { ModelSummarizer } from '../../../../src/memory/summaries/modelSummarizer.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { type GeminiServer, startGeminiServer } from '../../../support/geminiServer.ts';
import { failsWith } from '../../../support/modelParts.ts';
import { makeStoredSummary, makeStoredTurns, supportedBy } from '../../../support/summaries.ts';
import { askedText, makeAnswer, retryTurns } from '../../../support/summaryAnswers.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
const retries = { level: 1 as const, turns: makeStoredTurns(retryTurns) };
let gemini: GeminiServer;

before(async () => {
  gemini = await startGeminiServer({ key });
});
afterEach(() => gemini.reset());
after(() => gemini.close());

function makeSummarizer(options: { maxInputTokens?: number } = {}): ModelSummarizer {
  const model = 'gemini-2.5-flash';
  return new ModelSummarizer(
    createGeminiModel({ apiKey: key, model, baseUrl: gemini.baseUrl, logger: silentLogger, ...options }),
  );
}

suite('a good answer', () => {
  test('becomes a summary whose sentences name turns that exist', async () => {
    gemini.reply({ json: makeAnswer(), usage: { promptTokenCount: 700, candidatesTokenCount: 90 } });
    const summarizer = makeSummarizer();
    assert.equal(summarizer.id, 'gemini/gemini-2.5-flash');
    const { content, usage } = await summarizer.summarize(retries, never);
    assert.deepEqual(content, {
      conversation_summary:
        'The user asked why the upload stalls, so I named the reused socket. The user then wanted a back-off with a cap of 30 s.',
      actions_summary: 'I used readFile on src/upload.ts, which showed retry().',
      key_findings: ['The cap is 30 s'],
      tools_used: ['readFile'],
      files_mentioned: ['src/upload.ts'],
      scopes_mentioned: ['retry()'],
      topics: ['upload retries'],
      evidence: [
        supportedBy('The user asked why the upload stalls, so I named the reused socket.', 0),
        supportedBy('The user then wanted a back-off with a cap of 30 s.', 1),
        supportedBy('I used readFile on src/upload.ts, which showed retry().', 1),
        { ...supportedBy('The cap is 30 s', 1), finding: true },
      ],
    });
    assert.deepEqual(usage, { inputTokens: 700, outputTokens: 90 });
    assert.equal(gemini.requests.length, 1);
  });

  test('may need no tools and no actions', async () => {
    gemini.reply({ json: makeAnswer({ actions_summary: [] }) });
    assert.equal((await makeSummarizer().summarize(retries, never)).content.actions_summary, '');
  });

  test('two sentences in one entry are two pieces of evidence', async () => {
    const entry = { sentence: 'The socket was reused.\n  The cap is 30 s.', turns: [1, 2] };
    gemini.reply({ json: makeAnswer({ conversation_summary: [entry], actions_summary: [], key_findings: [] }) });
    const { content } = await makeSummarizer().summarize(retries, never);
    assert.equal(content.conversation_summary, 'The socket was reused. The cap is 30 s.');
    assert.deepEqual(content.evidence, [
      supportedBy('The socket was reused.', 0, 1),
      supportedBy('The cap is 30 s.', 0, 1),
    ]);
  });

  test('turn numbers that do not exist are dropped, and a sentence left with none is unsupported', async () => {
    const conversation_summary = [
      { sentence: 'The socket was reused.', turns: [0, 1, 99] },
      { sentence: 'The cap is 30 s.', turns: [-2, 77] },
    ];
    gemini.reply({ json: makeAnswer({ conversation_summary, actions_summary: [], key_findings: [] }) });
    const { content } = await makeSummarizer().summarize(retries, never);
    assert.deepEqual(content.evidence, [
      supportedBy('The socket was reused.', 0),
      { sentence: 'The cap is 30 s.', turns: [], supported: false },
    ]);
  });

  test('inventions are caught: sentences marked, findings and names left out', async () => {
    gemini.reply({
      json: makeAnswer({
        actions_summary: [{ sentence: 'I deployed 4711 containers to Kubernetes with deployCluster().', turns: [2] }],
        key_findings: [
          { sentence: 'The cap is 30 s', turns: [2] },
          { sentence: 'PostgreSQL 9.4 was chosen over MongoDB', turns: [2] },
        ],
        files_mentioned: ['upload.ts', 'src/rocket.ts'],
        scopes_mentioned: ['retry', 'Rocket.launch()'],
      }),
    });
    const { content } = await makeSummarizer().summarize(retries, never);
    assert.deepEqual(
      content.evidence.map(({ supported }) => supported),
      [true, true, false, true],
    );
    assert.deepEqual(content.key_findings, ['The cap is 30 s']);
    assert.deepEqual(content.files_mentioned, ['upload.ts']);
    assert.deepEqual(content.scopes_mentioned, ['retry']);
  });
});

suite('a bad answer is complained about once', () => {
  const long = [{ sentence: 'The upload stalled for a long while and then went on. '.repeat(90), turns: [1] }];
  const foreign = [
    {
      sentence: "L'utilisateur a demandé pourquoi le téléversement est lent et nous avons trouvé la cause.",
      turns: [1],
    },
    { sentence: 'Les reprises sont dans le fichier avec une limite de 30 s pour les clients.', turns: [2] },
  ];
  const cases = {
    'text that is no JSON': { answer: { text: 'Sure, here is the summary.' }, complaint: /not valid JSON/ },
    'half a JSON': { answer: { text: '{"conversation_summary": [{"sent' }, complaint: /not valid JSON/ },
    'JSON of another shape': { answer: { json: { summary: 'x' } }, complaint: /conversation_summary/ },
    'no sentence': { answer: { json: makeAnswer({ conversation_summary: [] }) }, complaint: /conversation_summary/ },
    'an empty sentence': {
      answer: { json: makeAnswer({ conversation_summary: [{ sentence: ' ', turns: [1] }] }) },
      complaint: /conversation_summary is empty/,
    },
    'a sentence without turns': {
      answer: { json: makeAnswer({ actions_summary: [{ sentence: 'I read.', turns: [] }] }) },
      complaint: /actions_summary\.0\.turns/,
    },
    'a text ten times too long': {
      answer: { json: makeAnswer({ actions_summary: long }) },
      complaint: /actions_summary has \d{4} characters in all; at most 500/,
    },
    'the wrong language': {
      answer: { json: makeAnswer({ conversation_summary: foreign, actions_summary: [] }) },
      complaint: /written in French, but the conversation is in English/,
    },
    'an answer that ran into its limit': {
      answer: { text: '{"conversation', finishReason: 'MAX_TOKENS' },
      complaint: /length limit/,
    },
  };
  for (const [name, { answer, complaint }] of Object.entries(cases)) {
    test(`${name}, then a good answer: the good one counts`, async () => {
      gemini.replyOnce(answer);
      gemini.reply({ json: makeAnswer() });
      const { content } = await makeSummarizer().summarize(retries, never);
      assert.deepEqual(content.topics, ['upload retries']);
      assert.equal(gemini.requests.length, 2);
      assert.match(askedText(gemini.requests[1]!), /could not be used: /);
      assert.match(askedText(gemini.requests[1]!), complaint);
    });

    test(`${name}, twice: it ends there`, async () => {
      gemini.reply(answer);
      await assert.rejects(makeSummarizer().summarize(retries, never), failsWith('bad-answer', complaint));
      assert.equal(gemini.requests.length, 2);
    });
  }

  test('a conversation in French is not summarised in English', async () => {
    const turns = makeStoredTurns([
      {
        user: "Pourquoi est-ce que le fichier n'est pas envoyé par le serveur ?",
        assistant: 'Le socket est fermé par le serveur, mais il est repris dans le pool pour les envois.',
      },
    ]);
    const french = [{ sentence: "L'utilisateur a demandé pourquoi le fichier n'est pas envoyé.", turns: [1] }];
    gemini.replyOnce({ json: makeAnswer() });
    gemini.reply({ json: makeAnswer({ conversation_summary: french, actions_summary: [] }) });
    const { content } = await makeSummarizer().summarize({ level: 1, turns }, never);
    assert.match(content.conversation_summary, /^L'utilisateur/);
    assert.match(askedText(gemini.requests[1]!), /written in English, but the conversation is in French/);
  });
});

suite('what is not about the answer is passed on', () => {
  test('a refusal by the filter, after one request', async () => {
    gemini.fail('prompt-blocked');
    await assert.rejects(makeSummarizer().summarize(retries, never), failsWith('blocked'));
    assert.equal(gemini.requests.length, 1);
  });

  test('cancelling', async () => {
    gemini.fail('never');
    const controller = new AbortController();
    const summary = makeSummarizer().summarize(retries, controller.signal);
    await gemini.arrived(1);
    controller.abort();
    await assert.rejects(summary, failsWith('cancelled'));
    await gemini.settled();
  });

  test('nothing to summarise, without a request', async () => {
    await assert.rejects(makeSummarizer().summarize({ level: 1, turns: [] }, never), failsWith('bad-request'));
    assert.equal(gemini.requests.length, 0);
  });
});

test('long tool output is read by both ends, told so, and still supports what is said of its middle', async () => {
  const log = `BEGIN ${'noise '.repeat(5000)} ECONNRESET ${'noise '.repeat(5000)} END`;
  const tools = [{ arguments: { path: 'a.log', lines: [`FIRST ${'x'.repeat(9000)} LAST`] }, result: log }];
  const turns = makeStoredTurns([{ user: 'What is in the log, and is it from the server?', tools }]);
  const actions_summary = [{ sentence: 'The log holds ECONNRESET.', turns: [1] }];
  gemini.reply({ json: makeAnswer({ actions_summary, key_findings: [] }) });
  const { content } = await makeSummarizer().summarize({ level: 1, turns }, never);
  const read = askedText(gemini.requests[0]!);
  assert.ok(read.length < 9000, String(read.length));
  assert.match(read, /BEGIN noise[\s\S]*\[… \d+ characters left out …\][\s\S]*noise {2}END/);
  assert.match(read, /FIRST x+[\s\S]*characters left out[\s\S]*x+ LAST/);
  assert.deepEqual(content.evidence.at(-1), supportedBy('The log holds ECONNRESET.', 0));
});

suite('material larger than the window', () => {
  const small = { maxInputTokens: 12_000 };
  const part = makeAnswer({
    conversation_summary: [{ sentence: 'Marks were set.', turns: [1] }],
    actions_summary: [],
    key_findings: [],
  });

  test('is condensed in parts of whole turns, then together; every turn is read once', async () => {
    const turns = makeStoredTurns(
      Array.from({ length: 12 }, (_, index) => ({
        user: `mark-${index}-end`,
        assistant: 'Marks were set. '.repeat(250),
      })),
    );
    gemini.reply({ json: part });
    const summarizer = makeSummarizer(small);
    const { content } = await summarizer.summarize({ level: 1, turns }, never);
    assert.equal(gemini.requests.length, 7, 'two turns a part, and the whole');
    assert.equal(summarizer.estimate({ level: 1, turns }).calls, 7);
    const parts = gemini.requests.slice(0, -1).map(askedText);
    for (let index = 0; index < 12; index++) {
      assert.equal(parts.filter(text => text.includes(`mark-${index}-end`)).length, 1);
    }
    assert.match(askedText(gemini.requests.at(-1)!), /Part 6 of 6:\n- Marks were set\. \[1\]/);
    assert.deepEqual(content.evidence, [supportedBy('Marks were set.', 0)]);
  });

  test('names found in a part are kept when the whole does not name them', async () => {
    const turns = makeStoredTurns(
      [1, 2].map(number => ({
        user: `See src/part${number}.ts and work${number}()`,
        assistant: 'Done. '.repeat(1200),
      })),
    );
    for (const number of [1, 2]) {
      const names = { files_mentioned: [`src/part${number}.ts`], scopes_mentioned: [`work${number}`] };
      gemini.replyOnce({ json: { ...part, ...names } });
    }
    gemini.replyOnce({ json: { ...part, files_mentioned: [], scopes_mentioned: [] } });
    const { content } = await makeSummarizer(small).summarize({ level: 1, turns }, never);
    assert.deepEqual(content.files_mentioned, ['src/part1.ts', 'src/part2.ts']);
    assert.deepEqual(content.scopes_mentioned, ['work1', 'work2']);
  });

  test('a giant turn is read in parts, all of it', async () => {
    const paragraphs = Array.from({ length: 40 }, (_, index) => `Paragraph ${index}. ${'Marks were set. '.repeat(60)}`);
    const turns = makeStoredTurns([{ user: 'Read this', assistant: paragraphs.join('\n\n') }]);
    gemini.reply({ json: part });
    await makeSummarizer(small).summarize({ level: 1, turns }, never);
    const read = gemini.requests.slice(0, -1).map(askedText);
    assert.ok(read.length >= 4, String(read.length));
    for (let index = 0; index < 40; index++) {
      assert.equal(read.filter(text => text.includes(`Paragraph ${index}. `)).length, 1);
    }
    assert.match(read[1] ?? '', /Turn 1: \(goes on, part 2 of \d+\)\nParagraph/);
  });

  test('so large that the summaries of its parts are condensed in parts too', async () => {
    const turns = makeStoredTurns(Array.from({ length: 60 }, () => ({ assistant: 'Marks were set. '.repeat(600) })));
    const wordy = [{ sentence: `Marks were set${' as was asked for'.repeat(25)}.`, turns: [1] }];
    gemini.reply({ json: makeAnswer({ conversation_summary: wordy, actions_summary: wordy }) });
    const { content } = await makeSummarizer(small).summarize({ level: 1, turns }, never);
    assert.ok(gemini.requests.length > 62, String(gemini.requests.length));
    assert.ok(gemini.requests.every(request => askedText(request).length < 13_000));
    assert.equal(content.evidence.length, 2);
  });
});

suite('a summary of summaries', () => {
  const below = [
    makeStoredSummary({
      end_turn: 4,
      evidence: [supportedBy('The cap is 30 s.', 2), { sentence: 'It runs on Mars.', turns: [3], supported: false }],
      tools_used: ['readFile'],
    }),
    makeStoredSummary({
      start_turn: 5,
      end_turn: 9,
      evidence: [supportedBy('Jitter was added.', 7)],
      tools_used: ['grep'],
    }),
  ];

  test('rests on turns through the summaries below', async () => {
    const conversation_summary = [
      { sentence: 'The cap is 30 s.', turns: [3] },
      { sentence: 'Jitter was added.', turns: [8] },
      { sentence: 'It runs on Mars.', turns: [4] },
    ];
    gemini.reply({ json: makeAnswer({ conversation_summary, actions_summary: [], key_findings: [] }) });
    const { content } = await makeSummarizer().summarize({ level: 2, summaries: below }, never);
    assert.deepEqual(content.evidence, [
      supportedBy('The cap is 30 s.', 2),
      supportedBy('Jitter was added.', 7),
      { sentence: 'It runs on Mars.', turns: [], supported: false },
    ]);
    assert.deepEqual(content.tools_used, ['readFile', 'grep']);
    assert.match(askedText(gemini.requests[0]!), /Summary of turns 6 to 10:\n- Jitter was added\. \[8\]/);
  });
});
