import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const resumeJournal: DemoConversation = {
  id: 'resume-journal',
  title: 'Resuming after a crash: the journal',
  daysAgo: 172,
  time: '13:40',
  turns: [
    {
      minutes: 0,
      user: prose`
        Time for resuming. A run that was killed must go on where it stopped when the same command is given again.
        What do we need to keep on disk?
      `,
      assistant: prose`
        Very little, since the server knows which parts it has:

        - the **upload id**, without which we cannot ask;
        - the **identity of the file**: size and modification time, so that we do not mix parts of two different
        states;
        - the **part size**, because another one gives other parts;
        - the **server's address**, since the id means nothing elsewhere;
        - the **digest of every part that was acknowledged**.

        The last item looks redundant, as the server reports digests too. But without it we would have to read and
        hash the whole file again to find out whether the server's parts are ours. With 40 GB on a spinning disk that
        is several minutes before the first byte goes out.
      `,
      model: 'quill-large',
    },
    {
      minutes: 5,
      user: 'One JSON file, rewritten after each part?',
      reasoning: prose`
        Rewriting: 4800 parts, each rewrite up to 500 KB at the end, sum about 1 GB of writes; a crash mid-write
        destroys the record. Atomic rename solves the crash, not the amount, and needs ordering with parallel parts.
        Append-only JSON lines is better.
      `,
      assistant: prose`
        I would rather append. Rewriting has two problems:

        - A crash in the middle of the write leaves half a file, and that is the one moment for which the record
        exists. You can write to a second file and rename it, but then every part costs a new file.
        - The amount grows with the square of the parts. For 4 800 parts the record reaches about 500 KB, and
        rewriting it every time adds up to a gigabyte of writes for a 40 GB upload.

        With **JSON lines** every acknowledged part appends one line of about 100 bytes. A crash can damage at most
        the last line, which is one part, and that part is simply sent again. The file can be read with any editor,
        which has helped me more often than I would like to admit.
      `,
      model: 'quill-large',
    },
    {
      minutes: 8,
      user: 'What about SQLite? It is in Node now.',
      assistant: prose`
        It would work and its guarantees are stronger than what we need. Against it: three files next to each upload
        instead of one (the database and its two side files while it is open), a binary format that nobody can look
        into when something is odd, and network shares, where its locking is known to be unreliable, and some of your
        footage lies on one. Our record is written by one process, only ever appended to and read once from the start.
        That is a log file, not a database. SQLite is rejected.
      `,
      model: 'quill-large',
    },
    {
      minutes: 11,
      user: 'JSON lines it is. Where does the journal live?',
      assistant: prose`
        Beside the file: \`film.mov\` gets \`film.mov.parcel.jsonl\`. Then it moves with the folder, it is obvious
        what it belongs to, and removing it is the obvious way to forget an upload. A hidden directory in the home
        folder would be tidier, but would need keys from paths, and paths change when a disk is mounted elsewhere.

        For a source on a read-only disk there should be a way to name another directory; \`journalPath(file,
        directory)\` takes one.
      `,
      model: 'quill-large',
    },
    {
      minutes: 16,
      user: 'Go ahead. Think about the torn last line, please: what if we append after a torn line?',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/journal.ts', create: true },
          result: 'created src/journal.ts',
          success: true,
          duration_ms: 58,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/journal.ts', startLine: 34, endLine: 72 },
          result: verbatim`
            /** Parses the lines; a line that is not valid (the last one, after a crash) is skipped. */
            export function parseJournal(text: string): JournalState | undefined {
              let state: JournalState | undefined;
              for (const line of text.split('\\n')) {
                const entry = parseLine(line);
                if (entry?.kind === 'start') state = { start: entry, parts: new Map() };
                else if (entry?.kind === 'part') state?.parts.set(entry.number, entry.sha256);
              }
              return state;
            }

            function parseLine(line: string): JournalEntry | undefined {
              try {
                const value = JSON.parse(line) as Partial<JournalStart> | Partial<JournalPart>;
                if (value.kind === 'start') return typeof value.uploadId === 'string' ? (value as JournalStart) : undefined;
                if (value.kind !== 'part') return undefined;
                return Number.isInteger(value.number) && isDigest(value.sha256) ? (value as JournalPart) : undefined;
              } catch {
                return undefined;
              }
            }

            export async function readJournal(path: string): Promise<JournalState | undefined> {
              try {
                return parseJournal(await readFile(path, 'utf8'));
              } catch (error) {
                if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
                throw error;
              }
            }

            /** One line per call. The leading newline keeps a torn last line from swallowing this one. */
            export async function appendJournal(path: string, entry: JournalEntry): Promise<void> {
              await appendFile(path, \`\\n\${JSON.stringify(entry)}\`);
            }

            export async function removeJournal(path: string): Promise<void> {
              await rm(path, { force: true });
            }
          `,
          success: true,
          duration_ms: 11,
        },
      ],
      assistant: prose`
        That is the trap in append-only files: after a crash the file may end with \`{"kind":"part","number":2,"sha\`,
        and a naive append would glue the next entry to it, so that two are lost instead of one. And the damage would
        stay for good.

        \`appendJournal\` therefore writes the newline *before* the entry, not after it. A torn line is always ended
        by the next entry's own newline. \`parseJournal\` skips whatever does not parse. The cost is an empty first
        line in the file.

        A second \`start\` line forgets the parts of the first, so that an upload begun anew needs no truncation.
      `,
      model: 'quill-large',
    },
    {
      minutes: 29,
      user: 'And which side do we believe when journal and server disagree?',
      assistant: prose`
        The server, always, but only for parts that both know. \`findResumable\` in \`src/upload.ts\` keeps a part if
        the journal has it **and** the server reports it **with the same digest**:

        - Journal has it, server does not: the server lost it or cleaned up. Send it again.
        - Server has it, journal does not: we crashed between the acknowledgement and the append. Send it again, it
        replaces itself.
        - Both have it with different digests: something is wrong. Send it again.

        If the server does not know the upload at all (404, after the seven days), the journal is removed and a new
        upload begins. In every doubtful case the answer is to send 8 MiB once more, which costs less than a second.
      `,
      model: 'quill-large',
    },
    {
      minutes: 47,
      user: 'Please add tests for the torn line and for a resumed upload.',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'test/journal.test.ts', create: true },
          result: 'created test/journal.test.ts',
          success: true,
          duration_ms: 44,
        },
        {
          name: 'runTests',
          arguments: { files: ['test/journal.test.ts', 'test/upload.test.ts'] },
          result: verbatim`
            ok - the journal lies beside the file, or in the directory given
            ok - a torn last line costs one part, not the journal
            ok - a second start forgets the parts of the first
            ok - a journal of another state of the file is not used
            ok - a file arrives whole, and the journal is gone
            ok - an interrupted upload resumes with the missing parts only
            6 passed, 0 failed
          `,
          success: true,
          duration_ms: 1840,
        },
      ],
      assistant: prose`
        Both are covered. \`a torn last line costs one part, not the journal\` writes half an entry between two good
        ones and expects parts 1 and 3 to survive. \`an interrupted upload resumes with the missing parts only\` lets
        the transport fail from the fourth part on, starts again and counts the requests: three of six parts are sent
        in the second run.

        Should we sync the journal to disk after every line? I left it out. After a power cut the last lines may be
        missing, and then those parts are sent again. An \`fsync\` per part would cost a few milliseconds each on a
        spinning disk for no gain in safety.
      `,
      model: 'quill-large',
    },
    {
      minutes: 55,
      user: prose`
        No fsync, agreed, losing a line only costs a part. Write the format down in docs so that support can read one.
      `,
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'docs/journal-format.md', create: true },
          result: 'created docs/journal-format.md',
          success: true,
          duration_ms: 31,
        },
      ],
      assistant: prose`
        \`docs/journal-format.md\` describes the lines and when a journal is used. In short, for the record: the
        resume journal is a file of JSON lines beside the source, one \`start\` line and one line per acknowledged
        part, appended and never rewritten, without \`fsync\`. A rewritten JSON file and SQLite were considered and
        rejected.
      `,
      model: 'quill-large',
    },
  ],
};
