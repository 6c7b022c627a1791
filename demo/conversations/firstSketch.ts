import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const firstSketch: DemoConversation = {
  id: 'first-sketch',
  title: 'First sketch: sending a file in parts',
  daysAgo: 238,
  time: '10:05',
  turns: [
    {
      minutes: 0,
      user: prose`
        I need a small command-line uploader for our storage server. Files are between 50 MB and 40 GB (camera
        footage, database dumps), the office line is 100 Mbit/s up and drops out a few times a day. Today people use a
        single PUT with curl and start again from zero when it breaks. I want to send the file in parts. TypeScript,
        Node only, no dependencies if we can avoid them. Working title: parcel. How would you cut this up?
      `,
      assistant: prose`
        I would keep four ideas apart, because each of them will change for its own reasons:

        1. **Cutting**: from a size and a part size to a list of parts with offset and length. Pure arithmetic, easy
        to test. That is \`src/parts.ts\`.
        2. **The server's calls**: create an upload, put a part, ask what is there, complete it. That is
        \`src/api.ts\`, and nothing else should know URLs.
        3. **The connection**: one function that sends one request and returns status, headers and body. No judgement
        about statuses. That is \`src/http.ts\`.
        4. **The course of an upload**: which parts are missing, in what order they go, what happens at the end. That
        is \`src/upload.ts\`.

        The command line (\`src/cli.ts\`) only wires them together. With that split the course of an upload can be
        tested against a server in memory, and the parts can be tested with nothing at all.

        Before any code I would settle the part size, since the server has to agree with it.
      `,
      model: 'quill-large',
    },
    {
      minutes: 6,
      user: prose`
        Agreed on the split. So what part size? The server team said they accept anything from 1 MiB to 64 MiB, and at
        most 10 000 parts per upload.
      `,
      reasoning: prose`
        Range 1 to 64 MiB, 10 000 parts. 40 GB / 10 000 = 4 MiB minimum to cover the largest file. Memory: parts held
        in memory while hashing and sending. Cost of a lost part on a flaky 100 Mbit line: 8 MiB is about 0.7 s.
      `,
      assistant: prose`
        I would take **8 MiB**. The reasoning, from three sides:

        - **What a drop-out costs.** 100 Mbit/s is about 12 MB/s, so 8 MiB take 0.7 s. A broken connection throws away
        less than a second of work. With 64 MiB it would be more than five seconds, several times a day.
        - **What a part costs.** Every part is a request with headers, a checksum and an entry on the server. At 1 MiB
        a 40 GB file makes about 38 000 requests, which is over the limit of 10 000 anyway. At 8 MiB it makes about 4 800.
        - **Memory.** A part is read whole before it is sent, so that it can be hashed and sent again. 8 MiB times a
        few parts in flight is nothing to worry about.

        The limit of 10 000 parts then allows files up to 78 GiB. For larger ones the part size can double until the
        file fits.
      `,
      model: 'quill-large',
    },
    {
      minutes: 9,
      user: prose`
        Good, 8 MiB as the default, and doubling for the huge ones. Fixed size or adaptive to the measured speed?
      `,
      assistant: prose`
        Fixed. An adaptive size sounds attractive, but it makes every part's offset depend on the history of the run.
        Resuming would then need the exact list of sizes that were used, and two runs over the same file would give
        different parts, so their checksums could not be compared. With a fixed size the plan follows from the file
        size and the part size alone, and a resumed run computes the very same parts.

        So: default 8 MiB, fixed for the length of an upload, doubled only up front when a file would need more than
        10 000 parts. Adaptive sizes are rejected.
      `,
      model: 'quill-large',
    },
    {
      minutes: 15,
      user: 'Write src/parts.ts with that, please.',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/parts.ts', create: true },
          reasoning: 'New file: the plan of parts and the reading of one part.',
          result: 'created src/parts.ts (48 lines)',
          success: true,
          duration_ms: 64,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/parts.ts', startLine: 1, endLine: 28 },
          result: verbatim`
            import type { FileHandle } from 'node:fs/promises';

            const MiB = 1024 * 1024;

            /** The size of every part but the last. */
            export const defaultPartSize = 8 * MiB;
            export const minPartSize = 1 * MiB;
            export const maxPartSize = 64 * MiB;
            /** The server refuses manifests with more parts than this. */
            export const maxParts = 10_000;

            export interface Part {
              /** From 1, as in the URL. */
              number: number;
              offset: number;
              length: number;
            }

            /** Cuts a file of \`size\` bytes into parts. An empty file is one empty part. */
            export function planParts(size: number, partSize: number = defaultPartSize): Part[] {
              if (!Number.isSafeInteger(size) || size < 0) throw new RangeError(\`not a file size: \${size}\`);
              const parts: Part[] = [];
              for (let offset = 0; offset < size; offset += partSize) {
                parts.push({ number: parts.length + 1, offset, length: Math.min(partSize, size - offset) });
              }
              if (parts.length === 0) parts.push({ number: 1, offset: 0, length: 0 });
              return parts;
            }
          `,
          success: true,
          duration_ms: 12,
        },
      ],
      assistant: prose`
        \`src/parts.ts\` is there. \`planParts(size, partSize)\` gives the list of parts, numbered from 1 as in the
        URL; \`choosePartSize(size, wanted)\` doubles the wanted size until the file fits in \`maxParts\`, and throws
        a \`RangeError\` when even 64 MiB are not enough.

        Two details worth knowing:

        - An empty file is one empty part. Otherwise an upload of an empty file would have nothing to put, and the
        server would need a special case.
        - \`readPart\` loops until the part is full. A single \`read\` on a file handle may return fewer bytes than
        asked for, and treating that as the end of the file is a classic way to send truncated parts. A short result
        after the loop really means that the file became shorter.
      `,
      model: 'quill-large',
    },
    {
      minutes: 22,
      user: prose`
        Does a read at an offset interfere with other reads on the same handle? I might want to read two parts at the
        same time later.
      `,
      assistant: prose`
        No. \`file.read(buffer, offset, length, position)\` with an explicit position is a positional read
        (\`pread\`), it neither uses nor moves the handle's own position. Several reads on one \`FileHandle\` can be
        under way at the same time, each with its own position. It would be different with \`position: null\`, which
        reads from the current position and advances it. \`readPart\` always passes \`part.offset + filled\`, so one
        handle for the whole upload is fine.
      `,
      model: 'quill-large',
    },
    {
      minutes: 31,
      user: prose`
        And the protocol? Let me write down what the server team offers: POST /v1/uploads with name, size and part
        size gives an upload id. PUT /v1/uploads/{id}/parts/{n} with the bytes. GET /v1/uploads/{id} tells which parts
        are there. POST /v1/uploads/{id}/complete at the end. Anything missing?
      `,
      references: ['src/parts.ts'],
      assistant: prose`
        Three questions for them, the rest is sound:

        - **What happens when a part is put twice?** It should replace the earlier one and answer 200. Then a part can
        be repeated safely when the answer was lost, and that is the whole point of parts.
        - **How long does an unfinished upload live?** We need a number to tell people how late they may resume. A
        week would cover a holiday.
        - **What does the server check at completion?** It should refuse if a part is missing, rather than store a
        file with a hole in it.

        I would put the answers in \`docs/protocol.md\`, as plain facts. Reasons belong elsewhere; that page should
        stay something one can implement a server from.
      `,
      model: 'quill-large',
    },
    {
      minutes: 74,
      user: prose`
        Answers from the server team: putting a part again replaces it; unfinished uploads are forgotten after seven
        days; completion is refused with 409 when something is missing. Can you write the docs page and a tiny server
        in memory that behaves like this, so that we do not need theirs for development?
      `,
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'docs/protocol.md', create: true },
          result: 'created docs/protocol.md',
          success: true,
          duration_ms: 38,
        },
        {
          name: 'editFile',
          arguments: { path: 'src/devServer.ts', create: true },
          reasoning: 'A server in memory with the same four calls, usable from tests through startDevServer.',
          result: 'created src/devServer.ts',
          success: true,
          duration_ms: 71,
        },
        {
          name: 'runInTerminal',
          arguments: { command: 'node src/devServer.ts --port 8787' },
          result: 'storage server (in memory) at http://127.0.0.1:8787; stop it with Ctrl-C',
          success: true,
          duration_ms: 2140,
        },
      ],
      assistant: prose`
        Both are there. \`docs/protocol.md\` has the calls with their answers, and \`src/devServer.ts\` implements
        them in memory. It can be used in two ways:

        - \`node src/devServer.ts\` for trying things out by hand, on port 8787;
        - \`startDevServer()\` from tests. It listens on a free port of 127.0.0.1 and returns the address, the files
        it received and a list of the requests in order of arrival, which makes assertions like "only three parts were
        sent" a single line.

        It keeps everything in memory, so do not send it a 40 GB file.
      `,
      model: 'quill-large',
    },
    {
      minutes: 88,
      user: prose`
        First upload of a 300 MB file against the dev server went through in one go. Sequential for now, that is fine.
        I will talk to the server team about checksums next.
      `,
      assistant: prose`
        Good. What stands after today:

        - Parts of 8 MiB, fixed for an upload, doubled only for files over 78 GiB.
        - The plan is a pure function of file size and part size, so a later run can recompute it.
        - \`src/devServer.ts\` for development, \`docs/protocol.md\` as the contract.

        Open: checksums (per part or for the whole file), what to do on errors, and resuming after a crash. The last
        one needs a record on disk of what has been sent; the server's \`GET\` alone tells which parts it has, but not
        whether they came from the same state of the file.
      `,
      model: 'quill-large',
    },
  ],
};
