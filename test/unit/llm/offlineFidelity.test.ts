import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { OfflineSummarizer } from '../../../src/llm/offline/offlineSummarizer.ts';
import { fidelity } from '../../../src/model/summary/evidence.ts';
import type { Summary } from '../../../src/model/summary/summary.ts';
import { formatTurn } from '../../../src/model/text/turnText.ts';
import type { Turn } from '../../../src/model/turn/turn.ts';
import { makeCorpus } from '../../support/corpus.ts';
import { demoTurns, inRanges, storedTurn } from '../../support/demoTurns.ts';
import { summaryOf } from '../../support/storedSummary.ts';

const summarizer = new OfflineSummarizer();
const never = new AbortController().signal;

interface Measured {
  fidelity: number;
  summary: Summary;
  /** What the summary stands for: the words of its turns, or the summaries below. */
  chars: number;
}

/** All levels of some conversations: an L1 for each 10 000 characters, an L2 over the L1s of each conversation. */
async function measure(conversations: readonly (readonly Turn[])[]): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const turns of conversations) {
    const source = new Map(turns.map(turn => [turn.turn_index, formatTurn(turn)]));
    const children: Summary[] = [];
    for (const range of inRanges(turns, 10_000)) {
      const { content } = await summarizer.summarize({ level: 1, turns: range }, never);
      const summary = summaryOf(content, range[0]!.turn_index, range.at(-1)!.turn_index);
      children.push(summary);
      measured.push({ fidelity: fidelity(content, source), summary, chars: charsOf(range) });
    }
    if (children.length > 1) {
      const { content } = await summarizer.summarize({ level: 2, summaries: children }, never);
      const chars = children.reduce((sum, { summary_char_count }) => sum + summary_char_count, 0);
      const summary = summaryOf(content, 0, turns.length - 1, 2);
      measured.push({ fidelity: fidelity(content, source), summary, chars });
    }
  }
  return measured;
}

function charsOf(turns: readonly Turn[]): number {
  return turns.reduce((sum, { user, assistant }) => sum + user.char_count + (assistant?.char_count ?? 0), 0);
}

function report(t: TestContext, measured: readonly Measured[]): void {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
  for (const [level, of] of Map.groupBy(measured, ({ summary }) => summary.level)) {
    const length = mean(of.map(({ summary }) => summary.summary_char_count));
    const ratio = mean(of.map(({ summary, chars }) => chars / summary.summary_char_count));
    const share = mean(of.map(each => each.fidelity));
    t.diagnostic(
      `offline L${level}: ${of.length} summaries, mean length ${length.toFixed(0)} characters, ` +
        `compression ${ratio.toFixed(1)}, fidelity ${share.toFixed(3)}`,
    );
  }
}

test('the demo is summarised without a name or number that its turns do not hold', async t => {
  const measured = await measure(demoTurns().map(({ turns }) => turns));
  report(t, measured);
  assert.ok(measured.length >= 12);
  assert.deepEqual(
    measured.filter(each => each.fidelity < 1),
    [],
  );
});

test('so are generated conversations', async t => {
  const conversations = [...makeCorpus({ turns: 300, turnsPerConversation: 20 })].map(({ turns }) =>
    turns.map(storedTurn),
  );
  const measured = await measure(conversations);
  report(t, measured);
  assert.deepEqual(
    measured.filter(each => each.fidelity < 1),
    [],
  );
});

test('what the demo decided in the end is in its summaries', async () => {
  const summaries = await measure(demoTurns().map(({ turns }) => turns));
  const texts = summaries.map(({ summary }) => summary.conversation_summary).join('\n');
  assert.match(texts, /the stall was caused by reusing an idle socket .* and not by DNS/);
  assert.match(texts, /We decided that parcel's retries use exponential back-off with full jitter/);
  assert.match(texts, /CRC32C and MD5 are rejected/);
  assert.match(texts, /the resume journal is a file of JSON lines/);
});
