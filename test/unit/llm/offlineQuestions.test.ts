import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { makeStoredTurns } from '../../support/summaries.ts';

const never = new AbortController().signal;

/** What the summary quotes of what the person said. */
async function quoted(user: string, assistant = 'Rejected, together with the shared budget of all lanes.') {
  const turns = makeStoredTurns([{ user, assistant }]);
  const { content } = await new OfflineSummarizer().summarize({ level: 1, turns }, never);
  return /[“«]\s?(.*?)\s?[”»]/.exec(content.conversation_summary)?.[1];
}

test('a question is told by the sentence that asks', async () => {
  const questions: [user: string, asked: string][] = [
    ['And a circuit breaker? Our server people mentioned it.', 'And a circuit breaker?'],
    ['The budget is shared by all lanes of the server. Why not give each its own?', 'Why not give each its own?'],
    ['I read about lanes and shared budgets.\n\nhow do lanes share a budget', 'how do lanes share a budget'],
    ['Nos lanes partagent un budget. Faut-il un disjoncteur ? Les autres en ont un.', 'Faut-il un disjoncteur ?'],
    ['サーバーの人が言っていた。サーキットブレーカーは必要ですか。', 'サーキットブレーカーは必要ですか。'],
    ['服务器团队提到过。我们需要断路器吗？谢谢大家的帮助。', '我们需要断路器吗？'],
    ['服务器团队提到过这件事。为什么需要断路器', '为什么需要断路器'],
  ];
  for (const [user, asked] of questions) {
    assert.equal(await quoted(user), asked);
  }
});

test('without a question it is what was asked for, else the first that tells something', async () => {
  const wishes: [user: string, said: string][] = [
    [
      'The lanes share one budget now. Write a test for the shared budget, please.',
      'Write a test for the shared budget, please',
    ],
    ['OK, no jitter, cap 5 s, eight attempts. Put it in its own file.', 'OK, no jitter, cap 5 s, eight attempts'],
    ['Here are the measurements:\n\nThe lanes lost 4 of 160 parts.', 'The lanes lost 4 of 160 parts'],
    ['Thanks. The staging database is on port 5433. It was moved last week.', 'The staging database is on port 5433'],
  ];
  for (const [user, said] of wishes) {
    assert.equal(await quoted(user), said);
  }
});
