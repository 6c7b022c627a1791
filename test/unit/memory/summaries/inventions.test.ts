import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { demoConversations } from '../../../../demo/conversations.ts';
import { createGeminiModel } from '../../../../src/llm/gemini/geminiModel.ts';
import { ModelSummarizer } from '../../../../src/memory/summaries/modelSummarizer.ts';
import { proseBlocks, sentencesOfBlock } from '../../../../src/model/text/sentences.ts';
import { silentLogger } from '../../../../src/util/logger.ts';
import { type GeminiServer, type RecordedRequest, startGeminiServer } from '../../../support/geminiServer.ts';
import { makeStoredSummary, makeStoredTurns } from '../../../support/summaries.ts';
import { askedText, makeAnswer } from '../../../support/summaryAnswers.ts';

const key = 'AIzaSyTest-0123456789abcdefghijklmnopq';
const never = new AbortController().signal;
let gemini: GeminiServer;
let summarizer: ModelSummarizer;

before(async () => {
  gemini = await startGeminiServer({ key });
  const { baseUrl } = gemini;
  summarizer = new ModelSummarizer(
    createGeminiModel({ apiKey: key, model: 'gemini-2.5-flash', baseUrl, logger: silentLogger }),
  );
});
after(() => gemini.close());

const invention = (turn: number) => `Zoe moved invoice_${turn}7 to Kubernetes ${turn}.93 with helmChart.`;
const isInvented = (sentence: string) => sentence.includes('helmChart');

/** Says a true sentence of some turns, and something made up of the same turns. */
function inventive(request: RecordedRequest) {
  const turns = [...askedText(request).matchAll(/^Turn (\d+):\n([\s\S]*?)(?=\n\nTurn \d|\n<\/record>)/gm)];
  const told = turns.flatMap(([, number, text = '']) => {
    const answer = /^Assistant: ([\s\S]*?)(?=\nTools:|\nReasoning:|$(?![\s\S]))/m.exec(text)?.[1] ?? '';
    const sentences = [...proseBlocks(answer)].flatMap(block => sentencesOfBlock(block.text));
    const short = sentences.find(sentence => sentence.length > 30 && sentence.length < 150);
    return short ? [{ sentence: short, turns: [Number(number)] }] : [];
  });
  const some = told.slice(0, 3);
  const invented = some.map(({ turns: [turn = 0] }) => ({ sentence: invention(turn), turns: [turn] }));
  return {
    json: makeAnswer({
      conversation_summary: some,
      actions_summary: invented,
      key_findings: [...some.slice(0, 1), { sentence: invention(3), turns: [3] }],
      files_mentioned: ['src/helmChart.ts'],
      scopes_mentioned: ['Kubernetes.deploy'],
    }),
  };
}

suite('a model that invents things is caught', () => {
  test('in each conversation of the demo: what is true is kept as fact, what is made up is marked or left out', async () => {
    gemini.reply(inventive);
    const seen = { true: 0, invented: 0 };
    for (const { turns } of demoConversations) {
      const stored = makeStoredTurns(
        turns.map(({ tools = [], user, assistant }) => ({
          user,
          assistant,
          tools: tools.map(({ name, result, success, ...tool }) => ({
            tool_name: name,
            arguments: tool.arguments,
            result,
            success,
          })),
        })),
      );
      const { content } = await summarizer.summarize({ level: 1, turns: stored }, never);
      for (const { sentence, supported } of content.evidence) {
        assert.equal(supported, !isInvented(sentence), sentence);
        seen[isInvented(sentence) ? 'invented' : 'true']++;
      }
      assert.ok(!content.key_findings.some(isInvented));
      assert.deepEqual(content.files_mentioned, []);
      assert.deepEqual(content.scopes_mentioned, []);
    }
    assert.ok(seen.true >= 30 && seen.invented >= 30, JSON.stringify(seen));
  });

  test('what was made up below finds no support above', async () => {
    const summaries = [0, 10].map(start_turn =>
      makeStoredSummary({
        start_turn,
        end_turn: start_turn + 9,
        evidence: [
          { sentence: 'The retry has a cap of 30 s.', turns: [start_turn + 2], supported: true },
          { sentence: invention(4), turns: [start_turn + 3], supported: false },
        ],
      }),
    );
    const conversation_summary = [3, 13].flatMap(turn => [
      { sentence: 'The retry has a cap of 30 s.', turns: [turn] },
      { sentence: invention(4), turns: [turn, turn + 1] },
    ]);
    const key_findings = [
      { sentence: 'The cap is 30 s', turns: [3] },
      { sentence: 'A cap of 30 s is enough', turns: [2] },
      { sentence: invention(4), turns: [4] },
    ];
    gemini.reply({ json: makeAnswer({ conversation_summary, actions_summary: [], key_findings }) });
    const { content } = await summarizer.summarize({ level: 2, summaries }, never);
    assert.deepEqual(
      content.evidence.map(({ supported }) => supported),
      [true, false, true, false, true, false],
    );
    assert.deepEqual(content.key_findings, ['The cap is 30 s', 'A cap of 30 s is enough']);
  });
});
