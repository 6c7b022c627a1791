import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { makeCorpus } from '../support/corpus.ts';
import { appendTurns, ensureConversation } from '../support/storing.ts';
import { watchEventLoop } from './eventLoop.ts';
import { fileOf, type Measure, openStore, reportAll, sayCount, sizes, spread, timed } from './measure.ts';

const MOST_BLOCKED_MS = 50;
const group = 'Importing';

/** Fills a store as an importer does, and watches the host thread meanwhile. */
async function fill(file: string, size: number): Promise<Measure[]> {
  const store = openStore(file);
  await store.open();
  const searches: number[] = [];
  const corpus = makeCorpus({ turns: size });
  // Making the vocabulary takes a moment that no importer takes.
  let next = corpus.next();
  const stopWatching = watchEventLoop();
  const from = performance.now();
  let number = 0;
  while (!next.done) {
    const { draft, turns } = next.value;
    const { uuid } = await ensureConversation(store, draft);
    const written = appendTurns(store, uuid, turns);
    if (number++ % 100 === 0) {
      const query = { text: 'retry back', prefix: true, reach: 'all', limit: 30 } as const;
      searches.push((await timed(() => store.search.turns(query))).ms);
    }
    await written;
    next = corpus.next();
  }
  const ms = performance.now() - from;
  const blocked = stopWatching();
  await store.close();
  const name = `${sayCount(size)} turns`;
  const target = { of: 'max', atMost: MOST_BLOCKED_MS };
  return [
    { group, name: `${name}, host event loop blocked`, unit: 'ms', values: blocked, target },
    { group, name: `${name}, speed`, unit: 'turns/s', values: { value: (size / ms) * 1000 } },
    { group, name: `${name}, a search meanwhile`, unit: 'ms', values: spread(searches) },
    { group, name: `${name}, database size per turn`, unit: 'bytes', values: { value: statSync(file).size / size } },
  ];
}

/** A store is kept for the next run, with what was measured when it was made. */
for (const size of sizes) {
  const file = fileOf(size);
  const measured = `${file}.measures.json`;
  if (!existsSync(file)) {
    const unfinished = `${file}.unfinished`;
    for (const suffix of ['', '-wal', '-shm']) {
      rmSync(unfinished + suffix, { force: true });
    }
    writeFileSync(measured, JSON.stringify(await fill(unfinished, size)));
    renameSync(unfinished, file);
  }
  reportAll(JSON.parse(readFileSync(measured, 'utf8')) as Measure[]);
}
