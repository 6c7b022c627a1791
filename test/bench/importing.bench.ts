import { existsSync, statSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { makeCorpus } from '../support/corpus.ts';
import { fileOf, openStore, report, sayCount, sizes, spread, timed } from './measure.ts';

/** Fills the stores that the other files read, and watches the host thread meanwhile. */
for (const size of sizes) {
  if (existsSync(fileOf(size))) {
    continue;
  }
  const store = openStore(fileOf(size));
  await store.open();
  const searches: number[] = [];
  const corpus = makeCorpus({ turns: size });
  // Making the vocabulary takes a moment that no importer takes.
  let next = corpus.next();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const from = performance.now();
  let number = 0;
  while (!next.done) {
    const { draft, turns } = next.value;
    const { uuid } = await store.conversations.ensure(draft);
    const written = store.turns.append(uuid, turns);
    if (number++ % 100 === 0) {
      const query = { text: 'retry back', prefix: true, scope: 'all', limit: 30 } as const;
      searches.push((await timed(() => store.search.turns(query))).ms);
    }
    await written;
    next = corpus.next();
  }
  const ms = performance.now() - from;
  delay.disable();
  await store.close();
  const name = `import of ${sayCount(size)} turns`;
  report('Importing', `${name}, host event loop blocked at most`, 'ms', {
    p50: delay.percentile(50) / 1e6,
    p95: delay.percentile(95) / 1e6,
    max: delay.max / 1e6,
  });
  report('Importing', `${name}, speed`, 'turns/s', { value: (size / ms) * 1000 });
  report('Importing', `${name}, a search meanwhile`, 'ms', spread(searches));
  report('Importing', `${name}, database size per turn`, 'bytes', { value: statSync(fileOf(size)).size / size });
}
