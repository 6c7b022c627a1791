import { randomUUID } from 'node:crypto';
import { topicKey, topicName } from '../../../model/summary/topic.ts';
import { dateNow } from '../../../util/clock.ts';
import { formatLocalDate } from '../../../util/dates.ts';
import type { Database } from '../sql/database.ts';

/** The id of the topic of that name or alias, made when it is new. Part of the write that needs it. */
export function ensureTopic(db: Database, name: string): string {
  const named = db.get('SELECT topic_id FROM topic_name WHERE name = ?', topicKey(name));
  if (named) {
    return String(named.topic_id);
  }
  const uuid = randomUUID();
  const created_at = formatLocalDate(dateNow());
  db.run(
    "INSERT INTO topic (uuid, name, aliases, created_at) VALUES (?, ?, '[]', ?)",
    uuid,
    topicName(name),
    created_at,
  );
  db.run('INSERT INTO topic_name (name, topic_id) VALUES (?, ?)', topicKey(name), uuid);
  return uuid;
}
