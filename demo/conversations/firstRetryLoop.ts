import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const firstRetryLoop: DemoConversation = {
  id: 'first-retry-loop',
  title: 'A first retry loop',
  daysAgo: 205,
  time: '09:15',
  turns: [
    {
      minutes: 0,
      user: prose`
        The line dropped four times this morning and every time the upload just ended with ECONNRESET. I want it to
        try again a few times. Is there a package you would use for that?
      `,
      assistant: prose`
        There are several, and I would use none of them. What we need is a loop with a counter, a sleep and a test of
        the error: about thirty lines. The packages bring options for cases that we do not have, and the part that
        matters, which failures may be repeated, we would have to write ourselves in any case. parcel also has no
        dependencies so far, and the first one changes how it is installed and audited.

        So a retry library is rejected: the loop is small, the policy is ours, and the project stays free of
        dependencies.
      `,
      model: 'quill-small',
    },
    {
      minutes: 4,
      user: 'Fine by me. Then a simple exponential one. Start at half a second?',
      assistant: prose`
        Half a second is a good start: long enough for a dropped connection to come back, short enough that nobody
        notices. Then double: 0.5, 1, 2, 4 s. I would cap it at 5 s, so that an upload goes on quickly once the line
        is back, and give up after eight attempts, which is about 22 s of waiting in all.
      `,
      model: 'quill-small',
    },
    {
      minutes: 7,
      user: 'What about jitter? I have read that one should randomise the waits.',
      reasoning: prose`
        One client on one machine, sequential. Jitter matters when many clients are synchronised. Say it is not needed
        here.
      `,
      assistant: prose`
        Jitter solves a problem of crowds: many clients that fail at the same moment and come back at the same moment.
        parcel is one process on one desk, sending one part at a time. There is no crowd, so randomness would only
        make the waits harder to read in a log and harder to test. I would leave it out: jitter is needless here.
      `,
      model: 'quill-small',
    },
    {
      minutes: 10,
      user: 'OK, no jitter, cap 5 s, eight attempts. Put it in its own file.',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/backoff.ts', create: true },
          result: 'created src/backoff.ts (34 lines)',
          success: true,
          duration_ms: 47,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/backoff.ts', startLine: 1, endLine: 16 },
          result: verbatim`
            import { setTimeout as sleep } from 'node:timers/promises';

            export const baseMs = 500;
            export const capMs = 5_000;
            export const maxAttempts = 8;

            export function backoffDelay(failures: number): number {
              return Math.min(capMs, baseMs * 2 ** (failures - 1));
            }

            /** Runs \`attempt\` until it succeeds or has failed eight times. */
            export async function withBackoff<T>(attempt: () => Promise<T>): Promise<T> {
              for (let failures = 0; ; ) {
                try {
                  return await attempt();
                } catch (error) {
          `,
          success: true,
          duration_ms: 9,
        },
      ],
      assistant: prose`
        It is in \`src/backoff.ts\`: \`backoffDelay\` computes the wait and \`withBackoff\` runs the loop.
        \`src/api.ts\` wraps every call to the server in it. The delays are 0.5, 1, 2, 4, 5, 5 and 5 s.
      `,
      model: 'quill-small',
    },
    {
      minutes: 26,
      user: 'Does it retry on any error? Also on a 404?',
      assistant: prose`
        At the moment on everything that throws, yes. That is coarse: a 404 or a 422 will not change by asking again,
        it only takes 22 s longer to be reported. It does no harm apart from the waiting, so I would leave it until we
        know which answers the real server gives when it is in trouble.
      `,
      model: 'quill-small',
    },
    {
      minutes: 33,
      user: prose`
        Pulled the network cable for ten seconds in the middle of a 2 GB file. It went on by itself. Nice.
      `,
      assistant: prose`
        Good, that is the case it was written for: a cable pulled for ten seconds is bridged by the first five waits
        (0.5 + 1 + 2 + 4 + 5 = 12.5 s).

        What it does not cover is the end of the process itself: a closed laptop, a crash, Ctrl-C. For those the
        upload still begins from zero, and that is the next thing I would build: a record on disk of the parts that
        have arrived.
      `,
      model: 'quill-small',
    },
    {
      minutes: 35,
      user: 'Right, resume is next. Not this week though.',
      assistant: prose`
        Then a short note for the one who picks it up: the server keeps an unfinished upload for seven days, and \`GET
        /v1/uploads/{id}\` lists the parts with their digests. What is missing on our side is the upload id after a
        restart, and the certainty that the file is still the same. Both belong in the same record.
      `,
      model: 'quill-small',
    },
  ],
};
