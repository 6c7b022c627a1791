import { performance } from 'node:perf_hooks';
import type { IncomingTurn, Outcome } from '../../src/memory/record/incoming.ts';
import { Recorder } from '../../src/memory/record/recorder.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { makeCorpus } from '../support/corpus.ts';
import { fileOf, largest, openStore, report, sayCount, spread, timed } from './measure.ts';

const TURNS = 300;
const BIG = 1024 * 1024;
const MOST_ON_HOST_MS = 5;

/** How long the host thread is busy between the call and its answer: cleaning, copying, sending, receiving. */
async function busy<T>(work: () => Promise<T>): Promise<{ value: T; ms: number; host: number }> {
  const before = performance.eventLoopUtilization();
  const { value, ms } = await timed(work);
  return { value, ms, host: performance.eventLoopUtilization(before).active };
}

const store = openStore(fileOf(largest));
await store.open();
const recorder = new Recorder({
  store,
  settings: () => ({ enabled: true, redact: true, patterns: [] }),
  logger: silentLogger,
});
const external_id = `bench-${Date.now()}`;

async function record(turn: Pick<IncomingTurn, 'request_id' | 'content' | 'references'>, outcome: Outcome) {
  const incoming = { external_id, workspace_id: 'git:example.org/bench', workspace_name: 'bench', ...turn };
  const begun = await busy(() => recorder.begin(incoming));
  const ended = await busy(() => begun.value!.end(outcome));
  return { host: begun.host + ended.host, begin: begun.ms, end: ended.ms, ref: begun.value!.ref! };
}

const turns: Awaited<ReturnType<typeof record>>[] = [];
for (const { start, end } of [...makeCorpus({ turns: TURNS, seed: 7 })].flatMap(conversation => conversation.turns)) {
  turns.push(await record(start, end!));
}
const group = `Recording a turn into ${sayCount(largest)}`;
const onHost = spread(turns.map(turn => turn.host));
report(group, 'on the host thread, beginning and end', 'ms', onHost, { of: 'p95', atMost: MOST_ON_HOST_MS });
report(group, 'until the question is durable', 'ms', spread(turns.map(turn => turn.begin)));
report(group, 'until the answer is durable', 'ms', spread(turns.map(turn => turn.end)));
const big: number[] = [];
for (let number = 0; number < 10; number++) {
  const content = `${number} ${'long prompt '.repeat(BIG / 12)}`;
  const question = { request_id: `big-${number}`, content, references: [] };
  big.push((await record(question, { content: 'Done.', model: 'strata/offline', status: 'complete', tools: [] })).host);
}
report(group, 'on the host thread, question of 1 MB', 'ms', spread(big));
await timed(() => store.conversations.delete(turns[0]!.ref.conversation_id)).then(({ ms }) =>
  report(group, 'deleting a conversation, words purged', 'ms', { value: ms }),
);
recorder.dispose();
await store.close();
