import { prose, verbatim } from '../text.ts';
import type { DemoTurn } from '../types.ts';

export const retryPolicyReview: DemoTurn[] = [
  {
    minutes: 164,
    user: prose`
      What is that limit, and could it make the whole thing hang for ages? Six times the limit plus the waits?
    `,
    assistant: prose`
      \`requestTimeoutMs\` in \`src/http.ts\` is 60 s, and it counts silence and not duration: as long as bytes move
      in either direction, a part may take as long as it needs. On a line of 1 Mbit/s an 8 MiB part takes 67 s, and
      that has to be possible.

      The worst case is a server that accepts connections and never answers: six attempts of 60 s plus at most 15.5
      s of waits, a little over six minutes. That is long, but the person sees a note after the first minute, and
      then one for each attempt.

      One could set a deadline for the whole request, say two minutes including all attempts. I would not: a
      deadline punishes slow lines, which fail for no fault of their own, and it interferes with \`Retry-After\`,
      which alone may ask for five minutes. Two limits, silence and attempts, are enough. An overall deadline is
      rejected.
    `,
    model: 'quill-large',
  },
  {
    minutes: 167,
    user: prose`
      When a part is sent for the second time, is it read and hashed again? On the network share reading is the slow
      thing.
    `,
    references: ['src/parts.ts'],
    assistant: prose`
      No. \`sendPart\` in \`src/upload.ts\` reads the part once into a buffer, hashes it and hands buffer and digest
      to \`putPart\`. The retry loop is inside \`putPart\`, so all attempts send the same buffer with the same
      header. The disk is touched once per part, however often it is sent.

      That is also the reason why the body of a request is a buffer and not a stream. A stream can be consumed only
      once; after a failure in the middle half of it is gone, and a retry would need a new stream, so the loop would
      have to know where bodies come from. With a buffer a repeated request is the same request, and that is what we
      rely on when we call it idempotent.

      The price is the memory that we talked about for the lanes: a part stays in memory for as long as it is being
      tried. In the worst case, with a wait of five minutes because of \`Retry-After\`, that is four times 8 MiB
      held for five minutes, which does not matter.

      There is one exception on purpose: after a 422 the part **is** read again, because then the question is
      whether the file has changed.
    `,
    model: 'quill-large',
  },
  {
    minutes: 170,
    user: prose`
      Can I at least interrupt it during a wait? At the moment Ctrl-C during a back-off takes until the wait is
      over.
    `,
    tools: [
      {
        name: 'readFile',
        arguments: { path: 'src/retry.ts', startLine: 75, endLine: 100 },
        result: verbatim`
          }

          const defaultWait = async (ms: number, signal?: AbortSignal): Promise<void> => {
            await sleep(ms, undefined, signal ? { signal } : {});
          };

          /** Runs \`attempt\` until it succeeds, fails for good, or the policy is exhausted. */
          export async function withRetries<T>(
            method: string,
            attempt: (number: number) => Promise<T>,
            options: RetryOptions = {},
          ): Promise<T> {
            const { policy = defaultPolicy, random = Math.random, wait = defaultWait, signal, onRetry } = options;
            for (let failures = 0; ; ) {
              try {
                return await attempt(failures + 1);
              } catch (error) {
                failures++;
                if (signal?.aborted || !isRetryable(error, method)) throw error;
                const delayMs = nextDelay(error, failures, policy, random);
                if (delayMs === undefined) throw error;
                onRetry?.(error, failures, delayMs);
                await wait(delayMs, signal);
              }
            }
          }
        `,
        success: true,
        duration_ms: 9,
      },
    ],
    assistant: prose`
      Yes, that works now. The wait is \`setTimeout\` from \`node:timers/promises\` with the abort signal, so it
      ends at once with an \`AbortError\`. The same signal goes to the request itself, which breaks off a part that
      is being sent. And \`withRetries\` looks at \`signal.aborted\` before it considers another attempt, because an
      aborted request also looks like a network error, and we would otherwise start to retry the interruption.

      In the terminal, Ctrl-C gives \`interrupted; run the same command again to resume\` and the exit code 130. The
      parts under way are lost, at most four of them, and the journal has all others. The test is \`an abort ends
      the waiting\`: it asks for a wait of 60 s, aborts at the first retry and expects the error immediately.
    `,
    model: 'quill-large',
  },
  {
    minutes: 176,
    user: prose`
      What does the user see when it retries? I do not want silence and I do not want a wall of text.
    `,
    assistant: prose`
      One line per failed attempt, above the bar, for example:

      \`\`\`
      attempt 1 failed, server answered 503: flaky on purpose; next in 0.4 s
      attempt 2 failed, network: read ECONNRESET (ECONNRESET); next in 0.7 s
      \`\`\`

      It comes from \`onRetry\`, which gets the error, the number of the attempt and the computed wait, so the loop
      itself prints nothing and stays usable in tests. The wait in the line is the actual one after the jitter. For
      somebody who looks at the log of a bad night that is the most useful number: it shows that the lanes do not
      move in step.

      With \`--quiet\` there is nothing, and when the attempts are exhausted the **last error** is shown as it is. I
      would not wrap it in a "gave up after 6 attempts"; the lines above say so already, and wrapping hides the
      status from the code that decides on the exit code.
    `,
    model: 'quill-large',
  },
  {
    minutes: 181,
    user: prose`
      Does an answer with Retry-After count as one of the six attempts? If the server sends us away politely six
      times, we give up?
    `,
    assistant: prose`
      Yes, it counts, and yes, we give up after the sixth. I thought about not counting it, since the server is
      evidently alive and has a plan. But then a proxy that answers \`503\` with \`Retry-After: 5\` for ever would
      keep us for ever, and the number of attempts would no longer bound anything.

      With counting, the bound is easy to state: at most five waits, each of at most five minutes and half a second.
      In the planned maintenance one wait is enough, so four are left for surprises. And a nightly job that runs
      with ten attempts has nine.

      I would also keep the exponential series going in the meantime: a failure with \`Retry-After\` increases the
      count of failures like any other. If the next failure comes without the header, its ceiling is that of a
      second failure, not of a first.
    `,
    model: 'quill-large',
  },
  {
    minutes: 186,
    user: prose`
      Is it worth looking at a retry library again, now that this has grown? It is a hundred lines by now.
    `,
    assistant: prose`
      I compared our list with what such libraries usually offer. Exponential back-off with jitter, a number of
      attempts and an abort signal: they all have that, and it is about twenty of our hundred lines. Which methods
      and statuses are repeated, \`Retry-After\` as a floor with its own limit, and the rule that the header counts
      as an attempt: those we would pass in as callbacks, so they would stay our code.

      So we would save twenty lines that are covered by tests, and take on a dependency, its updates and its
      defaults. The defaults are the part that I dislike most. Several libraries repeat **everything** unless told
      otherwise, and that is the mistake that gave the server 212 empty uploads.

      The retry library stays rejected, for the same reason as the first time: the loop is small, and the policy is
      ours to decide.
    `,
    model: 'quill-large',
  },
  {
    minutes: 193,
    user: prose`
      Then run the simulation once more with the real code, six attempts, and with the proxy's Retry-After. I want
      numbers for the server team.
    `,
    tools: [
      {
        name: 'runInTerminal',
        arguments: { command: 'node scratch-simulate.mjs --real src/retry.ts --lanes 160 --attempts 6 --runs 200' },
        reasoning: 'The same simulation, but calling nextDelay from src/retry.ts.',
        result: verbatim`
          outage  retry-after  attempts  gave up (of 160)
             2 s  no                  6   0.9
             3 s  no                  6   4.7
             5 s  no                  6  27
            10 s  no                  6 124
            10 s  no                 10   0
            20 s  30 s                6   0
            60 s  no                 10  77
        `,
        success: true,
        duration_ms: 9480,
      },
    ],
    assistant: prose`
      In words, for the server team:

      - A hiccup of two or three seconds is bridged by nearly every lane; of 160, between one and five give up.
      - From five seconds on, six attempts are not enough for some, and at ten seconds most give up. Those runs end
      with an error and are resumed later. That is intended.
      - With \`Retry-After: 30\` from the proxy, a restart of twenty seconds costs **one** additional request per
      lane, and nobody gives up.
      - Jobs with ten attempts bridge ten seconds without the header, but not a minute.

      The first rows are the price of full jitter with six attempts, and I want to name it openly: a lane can be
      unlucky and draw five short waits. If that turns out to be a nuisance in daily use, the number to change is
      the attempts, and neither the jitter nor the base.
    `,
    model: 'quill-large',
  },
  {
    minutes: 196,
    user: prose`
      One practical question before we close: about a dozen people have the old version on their desks. Until they
      all update, do the old ones spoil it for the new ones?
    `,
    assistant: prose`
      A little, but not in the way of last night. The damage came from 160 lanes that failed in the same instant. A
      dozen desks with four lanes are at most 48, they are rarely all uploading, and they do not start at the same
      minute. In the proxy's log an old client shows as small teeth at 0.5, 1, 2, 4 and 5 s after a failure.

      What the old version does wrong in addition is to ignore \`Retry-After\`: it comes back after half a second
      although it was told thirty, uses up its eight attempts in 22 s and fails. That harms its user more than the
      server, since the proxy answers those requests by itself.

      And it still repeats the creation of an upload. So a few empty uploads will appear until the last desk is
      updated, and they go away after seven days.

      I would update the 40 jobs first, today, since they are the crowd. The desks can follow whenever people update
      anyway. I see no need to refuse old clients at the server.
    `,
    model: 'quill-large',
  },
  {
    minutes: 199,
    user: prose`
      I can live with that, since a resumed run loses nothing. Please state the whole decision once, so that I can
      find it again.
    `,
    references: ['src/retry.ts'],
    assistant: prose`
      We decided that parcel's retries use exponential back-off with full jitter: the wait is a random time between
      zero and a ceiling that starts at 500 ms, doubles with every failure and is capped at 30 s, for at most 6
      attempts in all. Only idempotent requests (GET, HEAD, PUT, DELETE) are retried, and only after a network error
      or a 408, 429 or 5xx; a POST is never repeated. A \`Retry-After\` header is honoured as a minimum, with up to
      500 ms of jitter on top, and if it asks for more than five minutes we give up at once and leave the rest to a
      resumed run.

      This replaces the first version (cap of 5 s, eight attempts, no jitter, everything repeated), because without
      jitter all clients came back in step and flattened the restarting server.

      Rejected on the way: equal and decorrelated jitter, a retry library, an idempotency key for the creation, a
      shared retry budget, a circuit breaker, hedged requests and an overall deadline. The code is in
      \`src/retry.ts\`, with the numbers in \`defaultPolicy\`.
    `,
    model: 'quill-large',
  },
  {
    minutes: 204,
    user: prose`
      Perfect. I will set ten attempts in the nightly jobs and spread their start over ten minutes as well.
    `,
    assistant: prose`
      Both are good ideas. Spreading the start is jitter on a larger scale, and it helps on ordinary nights too,
      when nothing fails: 40 jobs that create their uploads in the same second are a small wave of their own.

      What is left to do, all of it small:

      - the old \`POST .../complete\` can be removed from the dev server when the month is over;
      - \`docs/protocol.md\` has the manifest call and a sentence on \`Retry-After\`;
      - the 212 empty uploads disappear by themselves within seven days.

      I would look at the server's log after the next planned restart. If the policy works, there should be no teeth
      in the curve: a gap of the length of the restart, then a ramp of about half a second, then the normal load.
    `,
    model: 'quill-large',
  },
];
