/**
 * A process that records through the real recorder and store, as an extension host does, until it is done or killed.
 * It waits for a job on stdin and writes a line for each thing that was acknowledged.
 */
import { once } from 'node:events';
import { Recorder } from '../../src/memory/record/recorder.ts';
import { createSqliteStore } from '../../src/store/sqlite/thread/sqliteStore.ts';
import { silentLogger } from '../../src/util/logger.ts';
import { makeTool } from './builders.ts';

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
  /** Stays open until stdin ends; what cannot be written at once is waited for. */
  patient?: boolean;
}

async function record(job: RecordingJob): Promise<void> {
  const store = createSqliteStore({ file: job.file, workerPath: job.workerPath, logger: silentLogger });
  const settings = () => ({ enabled: true, redact: true, patterns: [] });
  const recorder = new Recorder({ store, settings, logger: silentLogger });
  let trouble: Error | undefined;
  let over = Promise.withResolvers<void>();
  recorder.onDidChangeTrouble(error => {
    trouble = job.patient ? error : (trouble ?? error);
    if (!error) {
      over.resolve();
      over = Promise.withResolvers();
    }
  });
  const written = async () => {
    while (trouble && job.patient) {
      await over.promise;
    }
    if (trouble) {
      throw trouble;
    }
  };
  await store.open();
  let next = 0;
  const lane = async () => {
    while (next < job.turns) {
      const number = next++;
      const request_id = `${job.name}-${number}`;
      const turn = await recorder.begin({
        external_id: job.conversations[number % job.conversations.length]!,
        workspace_id: 'git:example.org/parcel',
        workspace_name: 'parcel',
        request_id,
        content: `question ${request_id}`,
        references: [],
      });
      // A turn that only waits to be written is not acknowledged.
      await written();
      if (!turn?.ref) {
        throw new Error('not recorded');
      }
      process.stdout.write(`begun ${request_id}\n`);
      await turn.end({ content: `answer ${request_id}`, status: 'complete', tools: [makeTool()] });
      await written();
      process.stdout.write(`ended ${request_id}\n`);
    }
  };
  await Promise.all(Array.from({ length: job.lanes }, lane));
  if (job.patient) {
    process.stdout.write('idle\n');
    await ended;
  }
  await store.close();
}

const ended = once(process.stdin, 'end');
const [line] = await once(process.stdin, 'data');
await record(JSON.parse(String(line)) as RecordingJob);
process.exit(0);
