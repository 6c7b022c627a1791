import { DatabaseSync } from 'node:sqlite';
import { fileOf, largest, openStore, percentile, report, sayCount, timed } from './measure.ts';
import { eightCommonWords, questions, typedQueries } from './queries.ts';

/** The same whole queries in one run, three ways: ratios hold also where a noisy machine moves the milliseconds. */
const LIMIT = 30;
const queries = [...typedQueries.filter((_, index) => index % 6 === 5), ...questions.slice(0, 6), ...eightCommonWords];
const wordsOf = (text: string) => text.match(/[\p{L}\p{N}]+/gu) ?? [];

const store = openStore(fileOf(largest));
const { fullText } = await store.open();
const raw = new DatabaseSync(fileOf(largest), { readOnly: true });
raw.exec('PRAGMA cache_size = -65536');
const naive = fullText && raw.prepare('SELECT rowid FROM turn_fts WHERE turn_fts MATCH ? ORDER BY rank LIMIT ?');
const scan = (words: number) =>
  raw.prepare(
    `SELECT u.id FROM message u JOIN message a ON a.conversation_id = u.conversation_id
       AND a.turn_index = u.turn_index AND a.sequence_number = 1
     WHERE u.sequence_number = 0 AND ${Array(words).fill("u.content || ' ' || a.content LIKE ?").join(' AND ')} LIMIT ?`,
  );
const times = { strata: [] as number[], naive: [] as number[], scan: [] as number[] };
for (const text of queries) {
  const words = wordsOf(text);
  times.strata.push((await timed(() => store.search.turns({ text, reach: 'all', limit: LIMIT }))).ms);
  if (naive) {
    times.naive.push((await timed(() => naive.all(words.map(word => `"${word}"`).join(' OR '), LIMIT))).ms);
  }
  const like = scan(words.length);
  times.scan.push((await timed(() => like.all(...words.map(word => `%${word}%`), LIMIT))).ms);
}
raw.close();
await store.close();
const group = `Whole queries in ${sayCount(largest)} turns, three ways in one run`;
const names = { strata: 'Strata', naive: 'naive FTS5 (any word, bm25)', scan: 'LIKE scan (all words)' };
for (const [way, name] of Object.entries(names)) {
  const taken = times[way as keyof typeof times];
  if (taken.length > 0) {
    report(group, name, 'ms', { p50: percentile(taken, 0.5), p95: percentile(taken, 0.95) });
  }
}
for (const way of ['naive', 'scan'] as const) {
  const ratios = times[way].map((ms, index) => ms / times.strata[index]!);
  if (ratios.length > 0) {
    report(group, `${names[way]}: times Strata's`, '×', {
      p50: percentile(ratios, 0.5),
      p95: percentile(ratios, 0.95),
    });
  }
}
