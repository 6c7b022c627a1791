import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const beforeRelease: DemoConversation = {
  id: 'before-release',
  title: 'Before the first release: files that change underneath',
  daysAgo: 1,
  time: '11:20',
  turns: [
    {
      minutes: 0,
      user: prose`
        We want to hand parcel to the other teams next week. Before that I would like to close what is still open. I
        remember something about a dump that changed while it was being uploaded, from the time of the checksums.
      `,
      assistant: prose`
        Yes. When we introduced the checksums there was a dump on the server that did not restore. Per-part digests do
        not help with it: each part is right for the moment at which it was read, but the file as a whole never
        existed like that. The open point was to compare size and modification time before and after the upload. Let
        me see what the code does now.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 3,
      user: 'Please check.',
      tools: [
        {
          name: 'searchCode',
          arguments: { query: 'FileChangedError', path: 'src' },
          result: verbatim`
            src/errors.ts:30: export class FileChangedError extends Error {
            src/errors.ts:33: this.name = 'FileChangedError';
            src/upload.ts:6: import { FileChangedError, HttpError } from './errors.ts';
            src/upload.ts:66: throw new FileChangedError(path, after.size === size ? 'written to' : 'different size');
            src/upload.ts:101: if (bytes.length < part.length) throw new FileChangedError(path, 'shorter than at the start');
            src/upload.ts:108: if (sha256(again) !== digest) throw new FileChangedError(path, \`part \${part.number} reads differently\`);
          `,
          success: true,
          duration_ms: 81,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/upload.ts', startLine: 63, endLine: 70 },
          result: verbatim`
                const after = await file.stat();
                if (after.size !== size || after.mtimeMs !== mtimeMs) {
                  await removeJournal(journal);
                  throw new FileChangedError(path, after.size === size ? 'written to' : 'different size');
                }
                const ordered = parts.map(part => digests.get(part.number) ?? '');
                const location = await client.commitManifest(uploadId, ordered);
                await removeJournal(journal);
          `,
          success: true,
          duration_ms: 9,
        },
      ],
      assistant: prose`
        It is there. After the last part and before the manifest is committed, \`uploadFile\` asks for size and
        modification time again. If either differs, the journal is removed and a \`FileChangedError\` is thrown, so
        the file never appears on the server. \`sendPart\` notices two more cases: a part that is shorter than
        planned, and a part that reads differently the second time after a 422.

        The journal is removed in that case on purpose. Its parts belong to a state of the file that no longer exists,
        and \`matches\` would refuse it in any case.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 9,
      user: 'Could a writer change the file and set the modification time back?',
      assistant: prose`
        It could, some tools that restore time stamps do just that, and then we would not notice. The only complete
        answer is to read and hash the file a second time, which doubles the reading for every upload in order to
        catch something very rare. I would not do it. For databases the right remedy is to upload a finished dump or a
        snapshot, and I would say so in the README rather than pretend that the uploader can make a moving file stand
        still.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 14,
      user: prose`
        OK, leave it. Someone in another team asked how our retries behave, they run a service that sees our traffic.
        Can you give me the short version?
      `,
      tools: [
        {
          name: 'readFile',
          arguments: { path: 'src/retry.ts', startLine: 4, endLine: 20 },
          result: verbatim`
            export interface RetryPolicy {
              /** The ceiling of the first wait; it doubles with every failure. */
              baseMs: number;
              /** No computed wait is longer than this. */
              capMs: number;
              /** Counts the first try too. */
              maxAttempts: number;
              /** A server that asks for a longer pause than this is not waited for. */
              retryAfterLimitMs: number;
            }

            export const defaultPolicy: RetryPolicy = {
              baseMs: 500,
              capMs: 30_000,
              maxAttempts: 6,
              retryAfterLimitMs: 300_000,
            };
          `,
          success: true,
          duration_ms: 6,
        },
      ],
      assistant: prose`
        For the other team, in short: at most six attempts per request, with exponential back-off and full jitter; the
        ceiling of the wait begins at 500 ms, doubles, and never exceeds 30 s. Only GET, HEAD, PUT and DELETE are
        repeated, and only after a network error or a 408, 429 or 5xx. \`Retry-After\` is honoured up to five minutes,
        with up to half a second of jitter on top. At most four connections per upload, and idle ones are closed after
        four seconds.

        It is unchanged since we settled it about three months ago; the values are in \`defaultPolicy\` in
        \`src/retry.ts\`.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 21,
      user: 'Good. Full test run, please, and then tell me what is left.',
      tools: [
        {
          name: 'runTests',
          arguments: {},
          result: '39 passed, 0 failed',
          success: true,
          duration_ms: 6810,
        },
        {
          name: 'listDir',
          arguments: { path: 'src' },
          result: verbatim`
            api.ts
            args.ts
            auth.ts
            checksum.ts
            cli.ts
            config.ts
            devServer.ts
            errors.ts
            format.ts
            http.ts
            journal.ts
            parts.ts
            pool.ts
            progress.ts
            retry.ts
            upload.ts
          `,
          success: true,
          duration_ms: 14,
        },
      ],
      assistant: prose`
        All 39 pass. What I see as left before the hand-over:

        - **README**: one sentence on dumps and snapshots, as above.
        - **A message for 413**: a server that refuses a part for its size answers 413, which we show as \`server
        answered 413\`. It is correct, but a hint at \`--part-size\` would be kind.
        - **Windows**: \`saveCredentials\` relies on renaming over an existing file. Node does that on Windows too,
        but it fails while another process has the file open. Worth a test on a real machine.

        Nothing of this blocks the release.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 26,
      user: 'I will take the Windows test myself on Monday. The other two can wait for 0.5. Thanks.',
      assistant: prose`
        Noted: the Windows test of \`saveCredentials\` is yours, before the hand-over; the hint for 413 and the README
        sentence about dumps go to 0.5. Everything else that was open is closed: the stall (idle sockets), the refresh
        (single flight) and the changed file (\`FileChangedError\`).
      `,
      model: 'quill-large-2',
    },
  ],
};
