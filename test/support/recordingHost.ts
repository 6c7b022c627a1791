/**
 * A process that records through the real store, as an extension host does, until it is done or killed.
 * It waits for a job on stdin and writes a line for each thing the store acknowledged.
 */
import { once } from 'node:events';
import { createSqliteStore } from '../../src/store/sqlite/sqliteStore.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { makeConversation, makeEnd, makeStart, makeTool } from './builders.ts';

export interface RecordingJob {
  file: string;
  workerPath: string;
  /** Begins every request id. */
  name: string;
  /** External ids of the conversations to write to, in turn. */
  conversations: string[];
  turns: number;
  /** So many turns at a time. */
  lanes: number;
}

async function record(job: RecordingJob): Promise<void> {
  const store = createSqliteStore({ file: job.file, workerPath: job.workerPath, logger: silentLogger });
  const drafts = job.conversations.map(external_id => makeConversation({ external_id }));
  const conversations = await Promise.all(drafts.map(draft => store.conversations.ensure(draft)));
  let next = 0;
  const lane = async () => {
    while (next < job.turns) {
      const number = next++;
      const request_id = `${job.name}-${number}`;
      const { uuid } = conversations[number % conversations.length]!;
      const ref = await store.turns.begin(uuid, makeStart({ request_id, content: `question ${request_id}` }));
      process.stdout.write(`begun ${request_id}\n`);
      await store.turns.end(ref, makeEnd({ content: `answer ${request_id}`, tools: [makeTool()] }));
      process.stdout.write(`ended ${request_id}\n`);
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, lane));
  await store.close();
}

const [line] = await once(process.stdin, 'data');
await record(JSON.parse(String(line)) as RecordingJob);
process.exit(0);
