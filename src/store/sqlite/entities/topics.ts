import { randomUUID } from 'node:crypto';
import type { RelatedTopic, Topic } from '../../../model/topic.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import { anything } from '../../storeChange.ts';
import type { TopicStore } from '../../topicStore.ts';
import type { Database } from '../sql/database.ts';
import type { Sync } from '../thread/sync.ts';
import { toTopic } from './rows.ts';

/** Names that differ by case or by the form of their accents are one; SQLite's NOCASE knows only ASCII. */
const keyOf = (name: string) => name.normalize('NFC').toLowerCase();

export class SqliteTopics implements Sync<TopicStore> {
  readonly #db: Database;

  constructor(db: Database) {
    this.#db = db;
  }

  ensure(name: string): Topic {
    const wanted = name.trim().replace(/\s+/g, ' ');
    return this.#db.write(anything, () => {
      const known = this.#db.get(
        'SELECT t.* FROM topic t JOIN topic_name n ON n.topic_id = t.uuid WHERE n.name = ?',
        keyOf(wanted),
      );
      if (known) {
        return toTopic(known);
      }
      const topic: Topic = { uuid: randomUUID(), name: wanted, aliases: [], created_at: formatLocalDate(new Date()) };
      this.#db.insert(
        'INSERT INTO topic (uuid, name, aliases, created_at) VALUES (?, ?, ?, ?)',
        topic.uuid,
        topic.name,
        JSON.stringify(topic.aliases),
        topic.created_at,
      );
      this.#db.insert('INSERT INTO topic_name (name, topic_id) VALUES (?, ?)', keyOf(wanted), topic.uuid);
      return topic;
    });
  }

  list(): Topic[] {
    return this.#db.all('SELECT * FROM topic ORDER BY name COLLATE NOCASE').map(toTopic);
  }

  setForSummary(summary_id: string, topic_ids: string[]): void {
    this.#db.write(anything, () => {
      this.#db.run('DELETE FROM has_topic WHERE summary_id = ?', summary_id);
      for (const topic_id of topic_ids) {
        this.#db.insert('INSERT OR IGNORE INTO has_topic (summary_id, topic_id) VALUES (?, ?)', summary_id, topic_id);
      }
    });
  }

  ofSummary(summary_id: string): Topic[] {
    return this.#db
      .all(
        `SELECT t.* FROM topic t JOIN has_topic h ON h.topic_id = t.uuid
         WHERE h.summary_id = ? ORDER BY t.name COLLATE NOCASE`,
        summary_id,
      )
      .map(toTopic);
  }

  relate(topic_id: string, other_id: string, confidence: number): void {
    this.#db.write(anything, () => {
      for (const [from, to] of [
        [topic_id, other_id],
        [other_id, topic_id],
      ] as const) {
        this.#db.insert(
          `INSERT INTO related_to (topic_id, other_id, confidence) VALUES (?, ?, ?)
           ON CONFLICT (topic_id, other_id) DO UPDATE SET confidence = excluded.confidence`,
          from,
          to,
          confidence,
        );
      }
    });
  }

  related(topic_id: string): RelatedTopic[] {
    return this.#db
      .all(
        `SELECT t.*, r.confidence FROM related_to r JOIN topic t ON t.uuid = r.other_id
         WHERE r.topic_id = ? ORDER BY r.confidence DESC`,
        topic_id,
      )
      .map(row => ({ topic: toTopic(row), confidence: Number(row.confidence) }));
  }
}
