import { prose, verbatim } from '../text.ts';
import type { DemoTurn } from '../types.ts';

export const retryPolicyCode: DemoTurn[] = [
  {
    minutes: 128,
    user: prose`
      They like it, and it is on their test server already. The old POST stays for a month for old clients. Go ahead
      and write all this. I would also rename the file, backoff is only a part of it now.
    `,
    tools: [
      {
        name: 'runInTerminal',
        arguments: { command: 'git mv src/backoff.ts src/retry.ts' },
        reasoning: 'Keeps the history of the file.',
        result: '',
        success: true,
        duration_ms: 95,
      },
      {
        name: 'editFile',
        arguments: {
          path: 'src/retry.ts',
          description: 'RetryPolicy, defaultPolicy, isRetryable, parseRetryAfter, nextDelay, withRetries',
        },
        result: 'edited src/retry.ts: +88 -22',
        success: true,
        duration_ms: 83,
      },
      {
        name: 'readFile',
        arguments: { path: 'src/retry.ts', startLine: 31, endLine: 56 },
        result: verbatim`
          const idempotentMethods = new Set(['GET', 'HEAD', 'PUT', 'DELETE']);

          export function isIdempotent(method: string): boolean {
            return idempotentMethods.has(method.toUpperCase());
          }

          /** Timeouts, throttling and the server's own failures; never another 4xx. */
          export function isRetryableStatus(status: number): boolean {
            return status === 408 || status === 429 || (status >= 500 && status <= 599);
          }

          export function isRetryable(error: unknown, method: string): boolean {
            if (!isIdempotent(method)) return false;
            if (error instanceof NetworkError) return true;
            return error instanceof HttpError && isRetryableStatus(error.status);
          }

          /** Retry-After in milliseconds: either seconds or an HTTP date. */
          export function parseRetryAfter(header: string | undefined, now: number = Date.now()): number | undefined {
            if (header === undefined) return undefined;
            const text = header.trim();
            if (/^\\d+$/.test(text)) return Number(text) * 1000;
            const date = Date.parse(text);
            return Number.isNaN(date) ? undefined : Math.max(0, date - now);
          }

        `,
        success: true,
        duration_ms: 9,
      },
      {
        name: 'searchCode',
        arguments: { query: 'withRetries', path: 'src' },
        result: verbatim`
          src/api.ts:5: import { type RetryOptions, withRetries } from './retry.ts';
          src/api.ts:80: return withRetries(method, () => this.#once(request), retry);
          src/retry.ts:82: export async function withRetries<T>(
        `,
        success: true,
        duration_ms: 70,
      },
    ],
    assistant: prose`
      \`src/backoff.ts\` is now \`src/retry.ts\`; the old name is gone, and \`withBackoff\` is \`withRetries\`. It
      is made of small functions so that each rule can be tested alone:

      - \`isIdempotent(method)\`, \`isRetryableStatus(status)\` and \`isRetryable(error, method)\` decide
      **whether**;
      - \`parseRetryAfter(header)\`, \`backoffDelay(failures, policy, random)\` and \`nextDelay(error, failures,
      policy, random)\` decide **when**;
      - \`withRetries(method, attempt, options)\` is the loop, and knows no numbers of its own.

      The numbers are in \`defaultPolicy\`. \`random\` and \`wait\` can be passed in, so no test has to sleep or to
      hope for a lucky draw. In \`src/api.ts\` there is a single place that calls \`withRetries\`, with the method
      of the request, so a new call cannot forget the rule. The completion is \`commitManifest\`, a PUT.
    `,
    model: 'quill-large',
  },
  {
    minutes: 135,
    user: prose`
      Why in api.ts and not in http.ts? Then really everything that goes over the wire would be covered, the token
      requests too.
    `,
    assistant: prose`
      Because that is just what should not happen. \`send\` in \`src/http.ts\` sends one request and reports what
      came back, without any opinion on the status. Whether a failure may be repeated depends on what the request
      means, and the connection does not know that. A token request, for example, is a POST that may use something
      up at the other end, and it must not be sent twice because a socket broke.

      There is a second reason, the order of the layers. A 401 has to be answered with a new token **inside** one
      attempt, and a 503 with a wait **between** attempts. If the loop were below the authentication, each attempt
      would carry the token that was valid at the first one, and after a long wait it would be the wrong one. As it
      is, from the outside in: \`withRetries\`, then the token, then \`send\`. Every attempt asks for the current
      token again.

      And it keeps \`send\` simple to replace in tests: a transport is a function from a request to a response, and
      a test for a broken line is three lines long.
    `,
    model: 'quill-large',
  },
  {
    minutes: 139,
    user: 'I ran the new tests and one fails.',
    tools: [
      {
        name: 'runTests',
        arguments: { files: ['test/retry.test.ts'] },
        result: verbatim`
          not ok - the ceiling doubles from 500 ms and stops at 30 s
            expected: [500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]
            actual:   [1000, 2000, 4000, 8000, 16000, 30000, 30000, 30000]
          6 passed, 1 failed
        `,
        success: false,
        error: '1 test failed',
        duration_ms: 730,
      },
    ],
    assistant: prose`
      The test is right and the code is wrong. I had rewritten \`backoffDelay\` with \`baseMs * 2 ** failures\`, and
      failures are counted from 1, so the first ceiling was 1 s instead of 500 ms and the whole series was shifted
      by one. It has to be \`2 ** (failures - 1)\`.

      It is worth noting what this mistake would have done unnoticed: nothing visible. The uploads would have
      worked, each first retry would have taken half a second on average instead of a quarter, and the longest total
      would have been 31 s instead of 15.5. A wrong constant in a back-off never shows up as a failure. That is why
      this test lists the numbers one by one instead of computing them with the same formula.
    `,
    model: 'quill-large',
  },
  {
    minutes: 143,
    user: 'Fix it, and run everything.',
    tools: [
      {
        name: 'editFile',
        arguments: {
          path: 'src/retry.ts',
          oldString: 'policy.baseMs * 2 ** failures',
          newString: 'policy.baseMs * 2 ** (failures - 1)',
        },
        result: 'edited src/retry.ts: +1 -1',
        success: true,
        duration_ms: 35,
      },
      {
        name: 'runTests',
        arguments: { files: ['test/retry.test.ts', 'test/upload.test.ts'] },
        result: verbatim`
          ok - the ceiling doubles from 500 ms and stops at 30 s
          ok - full jitter reaches down to no wait at all
          ok - only idempotent methods, only 408, 429 and 5xx
          ok - Retry-After is read as seconds or as a date
          ok - Retry-After is a floor with a little jitter, and has a limit
          ok - six attempts, then the last error
          ok - an abort ends the waiting
          ok - a file arrives whole, and the journal is gone
          ok - an interrupted upload resumes with the missing parts only
          ok - a flaky server is worn down by retries
          10 passed, 0 failed
        `,
        success: true,
        duration_ms: 1920,
      },
    ],
    assistant: prose`
      Fixed, and everything passes. The test \`a flaky server is worn down by retries\` uses the dev server with a
      share of 503 answers and a real upload of six parts; the waits are replaced by nothing, so it takes less than
      a tenth of a second.

      For trying it by hand there is \`node src/devServer.ts --flaky 0.2\`. With a fifth of all parts refused, an
      upload of a few hundred megabytes shows the notes about failed attempts above the bar and still arrives whole.
      The chance that one part is refused six times in a row is 0.2 to the sixth, about 1 in 16 000, so even a file
      with a thousand parts goes through most of the time.
    `,
    model: 'quill-large',
  },
  {
    minutes: 147,
    user: prose`
      How do you test something that is random, apart from passing in a fixed number? I am a little wary of tests
      that replace the interesting part.
    `,
    assistant: prose`
      The fixed numbers test the edges, and the edges are where the mistakes are: with \`() => 1\` the wait is the
      ceiling, so the list of ceilings can be compared number by number; with \`() => 0\` it is nothing; with \`()
      => 0.5\` it is exactly the middle, which would fail for equal jitter, where the middle of the random part is
      three quarters of the ceiling. Those three together pin the formula down.

      What they do not test is that the real \`Math.random\` is used at all. Somebody could pass a constant by
      mistake in \`src/api.ts\`, and every test of \`src/retry.ts\` would still pass. Two things guard against that.
      \`random\` is an optional setting with \`Math.random\` as its default, and the client never sets it; a search
      for \`random\` in \`src\` shows that at a glance. And the lines that parcel prints for failed attempts contain
      the actual wait, so that a look at any log shows whether the values differ.

      I left out a statistical test, one that draws a thousand waits and checks their mean. It either has wide
      limits and finds nothing, or narrow ones and fails once a month for no reason, and a test that fails for no
      reason teaches people to run it again.
    `,
    model: 'quill-large',
  },
  {
    minutes: 150,
    user: prose`
      While we are at it: each lane has its own six attempts. If the server is down, do four lanes times six
      attempts not add up? Should they share a budget?
    `,
    assistant: prose`
      They add up to 24 requests per process in the worst case, spread over about eight seconds on average. A shared
      budget, for instance "at most ten retries per minute for the whole process", would lower that. I looked at
      what it would give us:

      - When the server is down, all lanes fail within seconds of each other in any case. The first lane that
      exhausts its attempts stops the pool, and no new part is begun. So the 24 is a hard limit and not a rate.
      - When the server is only flaky, a shared budget would let one unlucky lane eat the attempts of the others,
      and an upload of 4 800 parts would have to be given a larger budget than one of ten. One then needs a budget
      that refills over time, and that is a second policy with its own numbers.

      I would leave it out. The pool's rule, stop at the first part that fails for good, already does what a budget
      would do when the server is down.
    `,
    model: 'quill-large',
  },
  {
    minutes: 155,
    user: 'And a circuit breaker? Our server people mentioned it.',
    assistant: prose`
      A circuit breaker remembers failures across requests and refuses to send for a while. It pays in a service
      that runs for months and handles requests from many people: there it saves threads and keeps one broken
      dependency from dragging down the rest.

      parcel is a command that runs for minutes and does one thing. If the server is broken, there is nothing else
      it could do with the saved effort, so an open circuit would just be a longer name for "wait", and the waiting
      is governed by the back-off already. It would also have to be shared between the 40 jobs in order to protect
      the server, and that means shared state between machines.

      Rejected, together with the shared budget: both solve the problem of a long-lived service. What protects the
      server from 40 jobs is jitter, the cap and \`Retry-After\`, and none of those needs any coordination.
    `,
    model: 'quill-large',
  },
  {
    minutes: 160,
    user: prose`
      How about sending a slow part a second time on another connection, and taking the first that succeeds? I read
      about that, hedged requests.
    `,
    assistant: prose`
      Hedging cuts the slowest few per cent of **small** requests, at the price of a few per cent more load. Our
      requests are 8 MiB each and the line is the bottleneck: a second copy of a slow part takes bandwidth from the
      three others and from the first copy itself. On a line that is full it makes everything slower, and at the
      server it doubles the load at the very moment when it is slow.

      It would also complicate the end of a part: two answers for one part, one of which must be ignored, and an
      abort of the loser that looks like a broken connection in the server's log.

      Rejected. A part that hangs is ended by the limit for silence, and is then an ordinary failure for the retry
      loop.
    `,
    model: 'quill-large',
  },
];
