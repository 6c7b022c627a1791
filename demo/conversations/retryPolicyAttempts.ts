import { prose, verbatim } from '../text.ts';
import type { DemoTurn } from '../types.ts';

export const retryPolicyAttempts: DemoTurn[] = [
  {
    minutes: 47,
    user: prose`
      Wait. If six attempts are over after 15 seconds at most, then a default run does not survive a restart of
      twenty seconds at all. Last night every job would have failed.
    `,
    assistant: prose`
      Correct, with jitter and waits alone it would not. I see three ways to deal with it and I would use two of
      them:

      1. **More attempts by default.** That makes every real failure slow to report, for the sake of one night a
      month. No.
      2. **Listen to the server.** During maintenance it can answer 503 with \`Retry-After: 30\`. That is not a
      guess, it is a statement of when to come back. If we honour it, one attempt bridges the whole restart,
      whatever the number of attempts. This needs something in front of the server that answers while it is away,
      and the server team has such a proxy.
      3. **Let the run fail, and resume.** That is what the journal is for. A job that fails at 02:00:15 and is
      started again at 02:10 sends only what is missing. The scheduler can do that, it needs no code in parcel.

      So: six attempts for the short failures, \`Retry-After\` for the announced ones, the journal for all others.
      Each layer has its own time scale, seconds, minutes, hours, and none of them needs to be stretched to cover
      the next.
    `,
    model: 'quill-large',
  },
  {
    minutes: 52,
    user: prose`
      I like that layering. Let me ask them about Retry-After. Meanwhile: how exactly would you honour it? As it
      stands, or as a minimum?
    `,
    assistant: prose`
      As a minimum, plus a little jitter. If the proxy tells all 160 lanes \`Retry-After: 30\`, and all of them wait
      exactly 30 s, we have built the wave again, and this time by the book. So:

      \`wait = retryAfter + random(0, base)\`

      With a base of 500 ms that spreads 160 lanes over half a second. It is not much. One could use a larger
      spread, for instance ten per cent of the value, but I would keep it small: the server has said what it wants,
      and if it wants a wider spread it can give different values to different clients.

      The header replaces the computed wait, it is not added to it and not capped by the 30 s. The cap is there
      because our own guess may be foolish; the server's word is not a guess.
    `,
    model: 'quill-large',
  },
  {
    minutes: 58,
    user: prose`
      Not capped at all? What if a proxy says Retry-After: 86400? I have seen that on a misconfigured one.
    `,
    assistant: prose`
      Then a person would sit in front of a bar for a day, so there must be a limit, but of another kind. Waiting
      **less** than what the server asked for would be impolite and useless: we would come too early, be refused
      again and use up our attempts. The choice is between waiting as long as it asks and not waiting at all.

      So I propose: up to **five minutes** we wait as asked; beyond that we give up at once, with the server's
      answer as the error. The upload can be resumed later, and the message tells the person so. Five minutes is
      longer than any restart that the server team plans, and short enough that a process is not forgotten in a
      terminal.

      In code that is a fourth number in the policy, \`retryAfterLimitMs: 300_000\`, and the function that computes
      the next wait returns \`undefined\` for "do not try again".
    `,
    model: 'quill-large',
  },
  {
    minutes: 63,
    user: "Good. The header can also be a date, can't it?",
    assistant: prose`
      Yes, there are two forms: a number of seconds (\`Retry-After: 120\`) or an HTTP date. Both have to be read,
      since proxies like to send the date. With the date our own clock comes into play, and clocks are wrong:

      - If our clock is ahead, the date lies in the past and the difference is negative. We take 0, plus the jitter.
      We come too early and are refused again, which costs one attempt.
      - If our clock is behind, we wait too long, by as much as it is wrong. The limit of five minutes catches the
      gross cases.

      One could correct this with the \`Date\` header of the same answer, by taking the difference between the two
      server times. I would not do that now. The server team controls the proxy and can send seconds. A value that
      is neither, such as \`soon\` or an empty string, is treated as if the header were missing.
    `,
    model: 'quill-large',
  },
  {
    minutes: 69,
    user: prose`
      They just confirmed: the proxy will answer 503 with Retry-After in seconds during maintenance. Next: which
      answers do we repeat at all? Currently everything.
    `,
    assistant: prose`
      I would sort them by the question whether the same request can have another outcome in a moment:

      - **408 Request Timeout**: the server did not get the request in time. Yes.
      - **429 Too Many Requests**: explicitly "later". Yes, and usually with \`Retry-After\`.
      - **500, 502, 503, 504** and the rest of **5xx**: the server's own trouble. Yes.
      - **401**: not by waiting, but by getting a new token. That belongs to the authentication and not to the
      retries.
      - **409**: at the end of an upload it means that a part is missing. The same request will fail again. No.
      - **422**: the digest did not match. The same bytes may arrive intact the second time, but the file may also
      have changed, so it needs another treatment than a blind repetition. Not here.
      - **400, 403, 404, 413**: no.

      So 408, 429 and 5xx. I would take all of 5xx and not a list. A 501 is then repeated without sense, but it does
      not occur in our protocol, and with a list we would sooner or later forget one that does.
    `,
    model: 'quill-large',
  },
  {
    minutes: 72,
    user: prose`
      Should a 429 be treated differently from a 503? A 429 is our own fault after all, the other one is theirs.
    `,
    assistant: prose`
      In how we wait, no; in what we learn from it, perhaps. Both say the same about the request: not now, but the
      same request may succeed later. Both may carry \`Retry-After\`. If the header is there we follow it, and if it
      is missing the back-off grows in either case, so a client that is throttled slows down by itself.

      The difference would be in the number of lanes. A 429 means that we send too much, and the logical reaction is
      to send less, for instance to go from four lanes to two for the rest of the upload. I would leave that out for
      now, because of what you measured when we chose the number of lanes: with four lanes one request in a thousand
      is throttled. For that rate it is enough that the lane concerned waits a moment; while it waits there are in
      fact only three.

      If the share of 429 ever rises, that would be the moment to look at the lanes, and not at the retry policy. I
      would rather not have two mechanisms that both slow us down and that have to be understood together.
    `,
    model: 'quill-large',
  },
  {
    minutes: 75,
    user: 'And errors without an answer: reset, refused, name not found?',
    tools: [
      {
        name: 'searchCode',
        arguments: { query: 'NetworkError', path: 'src/errors.ts' },
        result: verbatim`
          src/errors.ts:17: export class NetworkError extends Error {
          src/errors.ts:23: this.name = 'NetworkError';
          src/errors.ts:52: if (error instanceof NetworkError) return \`network: \${error.message} (\${error.code})\`;
        `,
        success: true,
        duration_ms: 64,
      },
    ],
    assistant: prose`
      All of them are \`NetworkError\` in our code, thrown by \`send\` when no answer came, with the system's code
      in \`code\`. I would repeat all of them, without a list of codes:

      - \`ECONNRESET\`, \`EPIPE\`: the connection broke. The everyday case.
      - \`ECONNREFUSED\`: nobody is listening. A restart looks like this when there is no proxy.
      - \`ETIMEDOUT\`: our own limit for silence, or the system's.
      - \`ENOTFOUND\`, \`EAI_AGAIN\`: the name could not be resolved. A wrong name is a permanent error, and
      repeating it costs up to 15 s before the message appears. On the other hand \`ENOTFOUND\` is what a laptop
      reports in the seconds after it wakes up. I would accept the delay.

      Certificate errors also end up here, and are repeated without sense. They are rare enough; what matters is
      that the last error is shown unchanged, so that the person sees the certificate and not "gave up after six
      attempts".
    `,
    model: 'quill-large',
  },
  {
    minutes: 80,
    user: 'Now the thing you called more serious, the POST.',
    assistant: prose`
      Yes. An error tells us that we did not get an answer. It does **not** tell us that the request had no effect.
      The server may have done everything and the connection may have broken on the way back. Repeating is safe only
      if doing it twice is the same as doing it once, that is, if the request is idempotent.

      Our calls:

      | call | idempotent | why |
      | --- | --- | --- |
      | \`PUT .../parts/{n}\` | yes | replaces the same part with the same bytes |
      | \`GET /v1/uploads/{id}\` | yes | changes nothing |
      | \`POST /v1/uploads\` | **no** | each call creates another upload |
      | \`POST .../complete\` | **unclear** | the second one finds an upload that is complete already |

      Today both POSTs are repeated up to eight times. After last night there should be a number of empty uploads on
      the server, created by jobs whose answer was lost. Ask them; I would be surprised if there were none.
    `,
    model: 'quill-large',
  },
  {
    minutes: 92,
    user: prose`
      There are 212 empty uploads from last night. So no retries for POST. But then a lost answer at the creation
      ends the whole run, at the very beginning. Could we send an idempotency key instead?
    `,
    assistant: prose`
      That would be the complete solution: the client sends a random key with the POST, the server remembers it for
      a while and answers the second request with the first one's result. I would still not do it now:

      - The server does not have it, and remembering keys reliably, across its own restarts, is real work for the
      server team. A key that is forgotten in a restart fails in just the case that we need it for.
      - The gain is small. The creation is a single short request at the start of a run. When it fails, nothing has
      been sent yet, nothing is lost, and the person or the scheduler starts it again.
      - An upload that was created in vain costs the server one entry, and it is removed after seven days.

      So the rule is simple: **only idempotent methods are retried: GET, HEAD, PUT and DELETE. POST never.** The
      idempotency key is rejected for now; if the creation ever becomes expensive, we come back to it.
    `,
    model: 'quill-large',
  },
  {
    minutes: 97,
    user: prose`
      OK. And the completion? If the answer to that one is lost after 40 GB, I do not want the run to end with an
      error.
    `,
    assistant: prose`
      That one hurts, agreed. And it is a POST only by habit. What it does is to state a fact: this upload consists
      of these parts with these digests. Stating the same fact twice is harmless, if the server treats it so. It
      should be a PUT to a resource of its own:

      \`PUT /v1/uploads/{id}/manifest\` with \`{"parts": [digest, ...]}\`

      - First call: the server compares the digests with what it has, stores the file, answers 200 with the
      location.
      - Same call again: the upload is complete, the manifest is the same, the same answer.
      - Another manifest after completion: 409.

      Then the method tells the truth, \`isIdempotent\` needs no exception for this one call, and the server checks
      the digests of all parts at the end as a by-product. It needs a change on the server, but a small one. Can you
      get it?
    `,
    model: 'quill-large',
  },
];
