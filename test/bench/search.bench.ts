import type { SearchQuery } from '../../src/store/searchStore.ts';
import type { Store } from '../../src/store/store.ts';
import { corpusWorkspaces } from '../support/corpus.ts';
import { fileOf, openStore, report, type Sample, sampled, sayCount, sizes, spreadOf } from './measure.ts';
import { eightCommonWords, keystrokes, questions, typedQueries } from './queries.ts';

/** As many as the quick pick shows. */
const LIMIT = 30;
/** A person who types does not notice it. */
const UNNOTICED = { of: 'p95', atMost: 50 };
const [largeWorkspace, , , smallWorkspace] = corpusWorkspaces;

async function measure(store: Store, texts: readonly string[], query: Omit<SearchQuery, 'text' | 'limit'>) {
  const samples: Sample[] = [];
  for (const text of texts) {
    samples.push(await sampled(() => store.search.turns({ ...query, text, limit: LIMIT })));
  }
  return spreadOf(samples);
}

for (const size of sizes) {
  const store = openStore(fileOf(size));
  await store.open();
  const typed = keystrokes(typedQueries);
  await measure(store, typed.slice(0, 50), { reach: 'all', prefix: true });
  const line = async (name: string, texts: readonly string[], query: Omit<SearchQuery, 'text' | 'limit'>) =>
    report(`Search in ${sayCount(size)} turns`, name, 'ms', await measure(store, texts, query), UNNOTICED);
  const here = { workspace_id: largeWorkspace.id };
  const small = { workspace_id: smallWorkspace.id };
  await line('as one types, all workspaces', typed, { reach: 'all', prefix: true });
  await line('as one types, workspace with 60 % of the turns', typed, { reach: here, prefix: true });
  await line('as one types, workspace with 1 % of the turns', typed, { reach: small, prefix: true });
  await line('whole questions', [...questions, ...questions, ...questions], { reach: here });
  await line('eight common words', Array(5).fill(eightCommonWords).flat(), { reach: 'all' });
  await line('eight common words, workspace with 1 %', Array(5).fill(eightCommonWords).flat(), { reach: small });
  await store.close();
}
