import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../../src/store/sqlite/schema/schema.ts';

/** For each text, the words that the real index keeps of it, in their order. */
export function indexedWords(texts: readonly string[]): string[][] {
  const db = new DatabaseSync(':memory:');
  for (const { fullTextSql = '' } of migrations) {
    db.exec(fullTextSql);
  }
  db.exec("CREATE VIRTUAL TABLE word USING fts5vocab (title_fts, 'instance'); BEGIN");
  const insert = db.prepare('INSERT INTO title_fts (rowid, title) VALUES (?, ?)');
  const words: string[][] = texts.map((text, index) => {
    insert.run(index + 1, text);
    return [];
  });
  db.exec('COMMIT');
  for (const { doc, term } of db.prepare('SELECT doc, term FROM word ORDER BY doc, offset').all()) {
    words[Number(doc) - 1]!.push(String(term));
  }
  db.close();
  return words;
}
