import { DatabaseSync } from 'node:sqlite';
import { countAll } from '../../src/store/conversationStore.ts';
import { fileOf, largest, openStore, report, sayCount, sizes, spread, timed } from './measure.ts';

const REPEATS = 30;

for (const size of sizes) {
  const opening: number[] = [];
  for (let round = 0; round < 3; round++) {
    const store = openStore(fileOf(size));
    opening.push((await timed(() => store.open())).ms);
    await store.close();
  }
  report('Opening', `a store of ${sayCount(size)} turns, thread and check included`, 'ms', spread(opening));
}

const raw = new DatabaseSync(fileOf(largest), { readOnly: true });
const check = await timed(() => raw.prepare('PRAGMA quick_check(1)').get());
raw.close();
report('Opening', `PRAGMA quick_check alone at ${sayCount(largest)} turns`, 'ms', { value: check.ms });

const store = openStore(fileOf(largest));
await store.open();
const { conversations } = await countAll(store, 'all');
const group = `Lists of ${sayCount(conversations)} conversations`;
const repeat = async (name: string, work: () => Promise<unknown>) => {
  const times: number[] = [];
  for (let round = 0; round < REPEATS; round++) {
    times.push((await timed(work)).ms);
  }
  report(group, name, 'ms', spread(times));
};
const months = Array.from({ length: 24 }, (_, month) => ({
  from: Date.UTC(2024, 10 + month),
  to: Date.UTC(2024, 11 + month),
}));
await repeat('the newest 100', () => store.conversations.list({ reach: 'all', limit: 100 }));
await repeat('100 from the middle', () => store.conversations.list({ reach: 'all', limit: 100, offset: 5000 }));
await repeat('all of them', () => store.conversations.list({ reach: 'all', limit: conversations }));
await repeat('counts for 24 months', () => store.conversations.count('all', months, 'active'));
const [newest] = await store.conversations.list({ reach: 'all', limit: 1 });
await repeat("one conversation's turns", () => store.turns.headers(newest!.uuid, { limit: 100 }));
await store.close();
