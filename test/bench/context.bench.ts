import { defaultContextSettings } from '../../src/memory/context/contextSettings.ts';
import { buildDualContext } from '../../src/memory/context/dualContext.ts';
import { recall } from '../../src/memory/recall/recall.ts';
import type { Reach } from '../../src/model/reach.ts';
import type { TurnRef } from '../../src/model/turn/turn.ts';
import type { Store } from '../../src/store/store.ts';
import { corpusWorkspaces } from '../support/corpus.ts';
import { layeredStore } from './layers.ts';
import { report, type Sample, sampled, sayCount, sizes, spreadOf, type Target } from './measure.ts';
import { questions } from './queries.ts';

/** A small memory is to be quicker than one of many years. */
const unnoticed = (size: number) => ({ of: 'p95', atMost: size <= 10_000 ? 20 : 30 });
const asked = [...questions, ...questions, ...questions];
const now = new Date('2026-10-31T12:00:00Z');

async function measure(work: (question: string) => Promise<unknown>) {
  const samples: Sample[] = [];
  for (const question of asked) {
    samples.push(await sampled(() => work(question)));
  }
  return spreadOf(samples);
}

function build(store: Store, ref: TurnRef, reach: Reach, question: string) {
  const model = { id: 'bench', maxInputTokens: 128_000 };
  return buildDualContext(
    { store, now },
    { question, ref, reach, settings: defaultContextSettings, model, attachments: [] },
  );
}

for (const size of sizes) {
  const { store, ref } = await layeredStore(size);
  const here: Reach = { workspace_id: corpusWorkspaces[0].id };
  await measure(question => build(store, ref, here, question));
  const levels = await store.summaries.statistics('all');
  const counts = levels.map(({ level, count }) => `${sayCount(count)} L${level}`).join(', ');
  const group = `Dual context in ${sayCount(size)} turns with ${counts}`;
  const line = async (name: string, work: (question: string) => Promise<unknown>, target?: Target) =>
    report(group, name, 'ms', await measure(work), target);
  await line('in a workspace with 60 % of the turns', question => build(store, ref, here, question), unnoticed(size));
  await line('over all workspaces', question => build(store, ref, 'all', question), { of: 'p95', atMost: 30 });
  const limits = [
    { levels: [1], limit: 10 },
    { levels: [2, 3], limit: 6 },
  ];
  await line('of it: finding summaries', text => store.search.summaries({ text, reach: here, limits }));
  await line('of it: finding turns', question =>
    recall(store, question, { reach: here, limit: 6, candidates: 9, except: [ref] }),
  );
  await line('of it: searching turns alone', text => store.search.turns({ text, reach: here, limit: 9 }));
  await store.close();
}
