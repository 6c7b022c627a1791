import { performance } from 'node:perf_hooks';
import type { Store } from '../../src/store/store.ts';
import { makeConversation, makeEnd, makeStart } from '../support/builders.ts';
import { makeCorpus } from '../support/corpus.ts';
import { fileOf, largest, openStore, report, sayCount, spread, timed } from './measure.ts';

const TURNS = 300;
const BIG = 1024 * 1024;

/** How long the host thread is busy between the call and its answer: copying, sending, receiving. */
async function busy<T>(work: () => Promise<T>): Promise<{ value: T; ms: number; host: number }> {
  const before = performance.eventLoopUtilization();
  const { value, ms } = await timed(work);
  return { value, ms, host: performance.eventLoopUtilization(before).active };
}

async function record(store: Store, conversation_id: string, user: string, assistant: string) {
  const begun = await busy(() => store.turns.begin(conversation_id, makeStart({ content: user })));
  const ended = await busy(() => store.turns.end(begun.value, makeEnd({ content: assistant })));
  return { host: begun.host + ended.host, begin: begun.ms, end: ended.ms };
}

const store = openStore(fileOf(largest));
await store.open();
const { uuid } = await store.conversations.ensure(makeConversation({ external_id: `bench-${Date.now()}` }));
const texts = [...makeCorpus({ turns: TURNS, seed: 7 })].flatMap(({ turns }) => turns);
const turns: { host: number; begin: number; end: number }[] = [];
for (const { start, end } of texts) {
  turns.push(await record(store, uuid, start.content, end!.content));
}
const group = `Recording a turn into ${sayCount(largest)}`;
report(group, 'on the host thread, beginning and end', 'ms', spread(turns.map(turn => turn.host)));
report(group, 'until the question is durable', 'ms', spread(turns.map(turn => turn.begin)));
report(group, 'until the answer is durable', 'ms', spread(turns.map(turn => turn.end)));
const big: number[] = [];
for (let number = 0; number < 10; number++) {
  big.push((await record(store, uuid, `${number} ${'long prompt '.repeat(BIG / 12)}`, 'Done.')).host);
}
report(group, 'on the host thread, question of 1 MB', 'ms', spread(big));
await timed(() => store.conversations.delete(uuid)).then(({ ms }) =>
  report(group, 'deleting a conversation, words purged', 'ms', { value: ms }),
);
await store.close();
