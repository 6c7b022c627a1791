import { anything } from '../../storeChange.ts';
import { toSummary } from '../entities/rows.ts';
import { migrations } from '../schema/schema.ts';
import type { Database } from '../sql/database.ts';
import { FullTextIndex } from './textIndex.ts';

/** Makes the word index again from the tables, which hold all of its words: damaged, it costs time and nothing else. */
export function rebuildIndex(db: Database): FullTextIndex {
  return db.write(anything, () => {
    for (const table of ['turn_fts', 'summary_fts', 'title_fts']) {
      db.exec(`DROP TABLE ${table}`);
    }
    for (const { fullTextSql = '' } of migrations) {
      db.exec(fullTextSql);
    }
    return fillIndex(db);
  });
}

/** All or nothing of what the tables hold goes into an empty word index. */
export function fillIndex(db: Database): FullTextIndex {
  return db.write(anything, () => {
    // It catches up with the turns by itself.
    const index = new FullTextIndex(db);
    for (const { id, title } of db.all('SELECT id, title FROM conversation')) {
      index.putTitle(Number(id), String(title));
    }
    for (const { id } of db.all('SELECT id FROM summary WHERE staged = 0')) {
      index.putSummary(Number(id), toSummary(db.get('SELECT * FROM summary WHERE id = ?', Number(id))!));
    }
    return index;
  });
}
