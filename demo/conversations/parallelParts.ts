import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const parallelParts: DemoConversation = {
  id: 'parallel-parts',
  title: 'How many parts at the same time',
  daysAgo: 159,
  time: '11:00',
  turns: [
    {
      minutes: 0,
      user: prose`
        Uploads reach about 60 Mbit/s of the 100 we have. The server team says one connection is limited by the round
        trip to the data centre. Can we send several parts at once, and how many?
      `,
      references: ['src/upload.ts'],
      assistant: prose`
        Yes, and it explains the number. Between two parts there is a pause of at least one round trip plus the time
        the server takes to check and store the part. With 8 MiB parts that is 0.7 s of sending and, at your latency,
        0.2 to 0.4 s of waiting. Several parts at once fill those gaps.

        How many is a matter of measuring. I would try 1, 2, 4, 8 and 16 with the same 4 GB file and look at the
        throughput and at the share of failed requests.
      `,
      model: 'quill-large',
    },
    {
      minutes: 3,
      user: prose`
        Write the pool first. It should stop on the first real failure and not start new parts then.
      `,
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/pool.ts', create: true },
          result: 'created src/pool.ts',
          success: true,
          duration_ms: 40,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/pool.ts', startLine: 9, endLine: 38 },
          result: verbatim`
            /**
             * Runs \`work\` over the items, at most \`limit\` at a time, in order of start.
             * The first failure stops the taking of further items; it is thrown once those under way have ended.
             */
            export async function runPool<T>(
              items: readonly T[],
              limit: number,
              work: (item: T, index: number) => Promise<void>,
              signal?: AbortSignal,
            ): Promise<void> {
              let next = 0;
              let failed = false;
              let failure: unknown;

              async function lane(): Promise<void> {
                while (!failed && next < items.length) {
                  const index = next++;
                  try {
                    signal?.throwIfAborted();
                    await work(items[index] as T, index);
                  } catch (error) {
                    if (!failed) failure = error;
                    failed = true;
                  }
                }
              }

              await Promise.all(Array.from({ length: laneCount(limit, items.length) }, lane));
              if (failed) throw failure;
            }
          `,
          success: true,
          duration_ms: 10,
        },
      ],
      assistant: prose`
        \`runPool\` in \`src/pool.ts\` opens a number of lanes, and each lane takes the next item when it is done with
        the last. After a failure no lane takes another item; the ones under way are allowed to end, and only then is
        the first error thrown. That matters for the journal: a part that arrives while another one fails is still
        written down.
      `,
      model: 'quill-large',
    },
    {
      minutes: 12,
      user: prose`
        Here are the measurements, three runs each with a 4 GB file, averaged:

        | lanes | Mbit/s | requests failed | memory |
        | --- | --- | --- | --- |
        | 1 | 61 | 0 | 70 MB |
        | 2 | 84 | 0 | 80 MB |
        | 4 | 94 | 0.1 % | 97 MB |
        | 8 | 95 | 1.9 % | 131 MB |
        | 16 | 93 | 6.3 % | 199 MB |

        The failures at 8 and 16 are 429 from the server and some resets.
      `,
      assistant: prose`
        That is a clear picture. Four lanes fill the line: 94 of about 95 Mbit/s that remain after protocol overhead.
        Eight gain one Mbit/s and bring failures, because the server throttles clients with more than a handful of
        connections. Sixteen are slower than four, since every refused part is sent twice.

        So **four parts at once**, and I would make it the upper limit and not just the default. More than four is
        rejected: it gains nothing on this line, doubles the memory, and makes the server throttle us, which in turn
        costs retries.
      `,
      model: 'quill-large',
    },
    {
      minutes: 17,
      user: 'Could we find the number automatically? Start with 1 and go up while it gets faster?',
      assistant: prose`
        That can be done along the lines of congestion control: begin with one lane, add a lane after every window in
        which the throughput rose by more than five per cent, and halve the number on a 429. To make it stable you
        need a window long enough to average out single parts, which at 0.7 s per part means at least ten seconds, and
        then
      `,
      model: 'quill-large',
      status: 'cancelled',
    },
    {
      minutes: 18,
      user: 'Stop, that is too much machinery for four lanes. Fixed at 4, configurable downwards only.',
      assistant: prose`
        Agreed. \`maxParallelParts = 4\` in \`src/pool.ts\` is both the default and the limit; a lower number can be
        set, for someone who wants to keep the line free for a call. A higher one is refused with a message rather
        than silently clamped, so that nobody believes that they are running with eight.
      `,
      model: 'quill-large',
    },
    {
      minutes: 30,
      user: prose`
        Does parallel sending break anything in the journal? Lines are appended from four places now.
      `,
      tools: [
        {
          name: 'searchCode',
          arguments: { query: 'appendJournal', path: 'src' },
          result: verbatim`
            src/journal.ts:66: export async function appendJournal(path: string, entry: JournalEntry): Promise<void> {
            src/upload.ts:7: import { appendJournal, journalPath, matches, readJournal, removeJournal } from './journal.ts';
            src/upload.ts:44: await appendJournal(journal, { kind: 'start', uploadId, ...about });
            src/upload.ts:57: await appendJournal(journal, { kind: 'part', number: part.number, sha256: digest });
          `,
          success: true,
          duration_ms: 76,
        },
      ],
      assistant: prose`
        No, for two reasons. Within one process every \`appendFile\` opens the file in append mode and writes the
        entry in a single call, so two entries cannot be mixed within a line for something as short as 100 bytes. And
        the order of the lines carries no meaning: \`parseJournal\` collects the parts in a map by number, so 2, 1, 4,
        3 reads the same as 1, 2, 3, 4.

        What does change is the resumed case: the missing parts are no longer a simple tail of the file, there can be
        holes. \`uploadFile\` filters the plan by what is known, so holes were covered already.
      `,
      model: 'quill-large',
    },
    {
      minutes: 41,
      user: 'And memory? You said at the start that a part is read whole.',
      assistant: prose`
        Four lanes hold four parts of 8 MiB, so 32 MiB of buffers, plus what the sockets have queued. That matches
        your measurement of 97 MB for the process. For a file so large that the part size has doubled to 64 MiB it
        would be 256 MiB, which is still acceptable for a file of more than 300 GiB.

        If it ever matters, the place to change is \`readPart\` together with the hash: stream the part twice, once to
        hash and once to send. I would not do that now, since it reads everything twice from disk.
      `,
      model: 'quill-large',
    },
    {
      minutes: 46,
      user: 'Good. Merged, 94 Mbit/s in daily use.',
      assistant: prose`
        To sum up this one: four parts at a time, fixed, adjustable downwards only; \`runPool\` stops taking parts at
        the first failure and lets running ones finish. Rejected: more than four lanes (throttling, no gain) and
        finding the number automatically (too much machinery for what it could win).
      `,
      model: 'quill-large',
    },
  ],
};
