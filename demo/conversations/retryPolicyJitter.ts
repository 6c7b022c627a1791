import { prose, verbatim } from '../text.ts';
import type { DemoTurn } from '../types.ts';

export const retryPolicyJitter: DemoTurn[] = [
  {
    minutes: 0,
    user: prose`
      We had a bad night. The storage server was restarted for maintenance, twenty seconds in all, and did not come
      up properly for almost ten minutes. The server team says that it was us. There are 40 nightly jobs now, each
      running parcel with four lanes, and as soon as the server came up it was flattened again. From the log of the
      proxy in front of it, requests per second:

      \`\`\`
      02:00:00  160   (restart begins, all connections cut)
      02:00:01  160
      02:00:03  160
      02:00:07  160
      02:00:12  160
      02:00:17  160
      02:00:22  158   (server is up since :20, times out on most of them)
      \`\`\`

      Nothing at all in the seconds between. The scheduler starts failed jobs again at the next full minute, and
      then the same picture repeats, nine times in a row. What is going on?
    `,
    assistant: prose`
      The log is a fingerprint of our own back-off. 40 jobs with four lanes are 160 requests, and the distances
      between the lines are our waits: 0.5, 1, 2, 4, 5, 5 and 5 s, five being the cap in our retry loop. All 160
      lanes failed in the same moment, when the server went away, and since then they all compute the same waits.
      Nothing ever pulls them apart. So the server sees silence for five seconds and then everybody within a few
      milliseconds, each with 8 MiB in hand.

      A server that has just started, with cold caches, cannot take 160 parts at once. It times out on most of them,
      the jobs fail together, the scheduler starts them together, and the next wave is as well aligned as the last.
      That is how twenty seconds of maintenance become ten minutes.

      Before proposing anything I want to look at the code as it is now.
    `,
    model: 'quill-large',
  },
  {
    minutes: 4,
    user: 'Please do. I remember that we discussed jitter at the time and left it out.',
    tools: [
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
        duration_ms: 11,
      },
    ],
    assistant: prose`
      We did, and the advice was wrong. The argument was that parcel is one process on one desk sending one part at
      a time, so there is no crowd and jitter is needless. Each half of that has stopped being true: there are four
      lanes since the parallel parts, which already makes a small crowd of its own, and there are 40 jobs that begin
      at the same minute of the night.

      I would even say that it was wrong at the time. Whether a client is alone is not a property of the client. A
      policy for retries has to be written for the case in which everybody runs it at once, since that is the only
      case in which it matters.

      Three things in \`src/backoff.ts\` need another look:

      1. no jitter;
      2. a cap of 5 s, which means that a server in trouble gets the full crowd every five seconds for as long as
      the trouble lasts;
      3. it repeats whatever throws, including a 404 and, more seriously, the POST that creates an upload.
    `,
    model: 'quill-large',
  },
  {
    minutes: 9,
    user: prose`
      Then let us do it properly this time and take the morning for it. Start with jitter. Which kinds are there?
    `,
    assistant: prose`
      Four variants are common. In each of them \`ceiling\` is \`min(cap, base * 2 ** (failures - 1))\`, the
      exponential value that we have today:

      - **None**: \`wait = ceiling\`. What we have.
      - **Equal jitter**: \`wait = ceiling / 2 + random(0, ceiling / 2)\`. Half of it is fixed, half is random.
      Nobody comes back immediately.
      - **Full jitter**: \`wait = random(0, ceiling)\`. Everything is random, from no wait at all to the ceiling.
      - **Decorrelated jitter**: \`wait = min(cap, random(base, previous * 3))\`. Each wait depends on the one
      before it, not on the number of failures.

      They differ in two respects that pull against each other. The wider the spread, the flatter the load at the
      server. The longer the average wait, the longer an outage that a fixed number of attempts can bridge. Full
      jitter has the widest spread and the shortest average, half the ceiling. Equal jitter waits three quarters of
      the ceiling on average but spreads over half the range.

      Rather than argue I would simulate our own night: 160 lanes, a server that is away for twenty seconds, and
      count how many requests fall into the same tenth of a second.
    `,
    model: 'quill-large',
  },
  {
    minutes: 13,
    user: 'Yes, simulate it. Use our numbers, and also show how many lanes give up.',
    tools: [
      {
        name: 'runInTerminal',
        arguments: { command: 'node scratch-simulate.mjs --lanes 160 --outage 20 --runs 50' },
        reasoning: prose`
          A throwaway simulation: 160 lanes fail within 50 ms of each other, server away for 20 s, mean of 50 runs,
          the first 2 s left out of the peak.
        `,
        result: verbatim`
          attempts cap  jitter        peak/100ms  requests  gave up
          8         5 s  none                160      1280        0
          8         5 s  equal                21      1280      158
          8         5 s  full                 16      1280      160
          8         5 s  decorrelated         14      1242       84
          8        30 s  none                160      1120        0
          8        30 s  equal                21      1135        0
          8        30 s  full                 15      1242       26
          8        30 s  decorrelated         14      1146       60
          10       30 s  full                 15      1271        0
        `,
        success: true,
        duration_ms: 5230,
      },
    ],
    assistant: prose`
      That is instructive, and not only in the direction I expected.

      - **Any** jitter takes the peak from 160 requests in a tenth of a second to about 20. Full and decorrelated
      get it to about 15. That is the difference between flattening the server and not noticing.
      - The cap of 5 s does not go together with jitter. With full jitter and a cap of 5 s, all 160 lanes give up
      before the twenty seconds are over, because the average wait is halved. Without jitter the same numbers just
      reach the end of the outage, by luck: 22.5 s of waiting against 20 s of outage.
      - With a cap of 30 s the later waits become long enough. Eight attempts with full jitter lose 26 of 160 lanes,
      ten lose practically none.

      So jitter and cap have to be changed together. Adding jitter to the present numbers would have made uploads
      fail more often, and we would have blamed the jitter.
    `,
    model: 'quill-large',
  },
  {
    minutes: 21,
    user: prose`
      Equal jitter looks better than full to me: peak of 21 instead of 15, but nobody gives up. And with full jitter
      a wait can be zero, which cannot be right after a failure. Why would I take full?
    `,
    assistant: prose`
      It is a fair objection, so let me take the two points one by one.

      **A wait of zero.** For a single lane it does look silly to fail and try again at once. But the ceiling grows:
      after the fourth failure the wait is somewhere between 0 and 4 s, and the chance of being below 100 ms is 2.5
      per cent. And a few early attempts are useful to the crowd: they are the ones that discover that the server is
      back. If everybody waits at least half the ceiling, the first half of every interval is empty and the crowd is
      squeezed into the second half. That is exactly where the 21 against 15 comes from.

      **Who gives up.** Equal jitter bridges longer outages for the same number of attempts, since it waits three
      quarters instead of half. But that is bought with time, not with cleverness. Full jitter with ten attempts
      bridges the same outage at a lower peak.

      What decided last night was the load on a server that was trying to get up, and not the patience of our lanes.
      So I would choose the kind of jitter by the peak, and set patience with the number of attempts and, better
      still, by listening to the server. I would take **full jitter**.
    `,
    model: 'quill-large',
  },
  {
    minutes: 27,
    user: 'And decorrelated? It has the lowest peak of all.',
    assistant: prose`
      By one request in a tenth of a second, which is within the noise of fifty runs. It has two drawbacks that
      weigh more for us:

      - It needs memory. The next wait depends on the previous one, so the function that computes it is no longer a
      function of the number of failures. For a test you have to replay the history; for a log line one cannot say
      what the range was.
      - It is never below the base, and it can grow quickly by chance: three times the previous wait, twice in a
      row, is nine times. In the simulation it lost 60 lanes with eight attempts because its waits vary the most.

      Full jitter can be stated in one sentence that everybody remembers: wait a random time between nothing and the
      ceiling. I would pay the one request for that. Decorrelated jitter is rejected for being harder to explain and
      to test without a gain that we could measure; equal jitter because it squeezes the crowd into half of the
      interval.
    `,
    model: 'quill-large',
  },
  {
    minutes: 32,
    user: 'OK, full jitter. Now the cap. 5 s is too short as we saw. Why 30 and not 60 or 10?',
    assistant: prose`
      The cap answers one question: once we know that the server is in real trouble, how often may one lane knock?
      With 160 lanes and full jitter the steady load is the number of lanes divided by half the cap:

      | cap | average wait | requests per second from 160 lanes |
      | --- | --- | --- |
      | 5 s | 2.5 s | 64 |
      | 10 s | 5 s | 32 |
      | 30 s | 15 s | 11 |
      | 60 s | 30 s | 5 |

      The server team says that a starting server takes about twenty parts a second. So 5 s and 10 s are above what
      it can take, and 30 s is comfortably below. With 60 s we would gain little for the server, while a person in
      front of the terminal would see a bar that stands still for up to a minute after the server is back. Half a
      minute is about what people accept before they press Ctrl-C; at least that is what you told me about your
      colleagues.

      So 30 s: below the server's limit with room for nearly twice as many jobs, and still bearable to watch.
    `,
    model: 'quill-large',
  },
  {
    minutes: 36,
    user: 'Right. Base stays 500 ms?',
    assistant: prose`
      Yes. The base is for the everyday failure, a connection that breaks while everything else is fine. There the
      best thing is to try again nearly at once, and with full jitter the first wait is between 0 and 500 ms, 250 on
      average. A larger base would slow down exactly the failures that are harmless.

      A smaller one, say 100 ms, would spend the first three attempts within less than a second. An office line that
      drops takes one to three seconds to come back, so those attempts would be wasted. With 500 ms the ceilings are
      0.5, 1, 2, 4, 8, 16 s and then the cap of 30 s; the first three attempts cover the short drops and the later
      ones a restart.

      I would leave the factor at 2 as well. With 3 the ceilings would be 0.5, 1.5, 4.5, 13.5 s, which gets to long
      waits sooner than the short failures deserve.
    `,
    model: 'quill-large',
  },
  {
    minutes: 41,
    user: prose`
      Number of attempts then. You said ten loses nobody. I am not sure I want a person to wait through ten attempts
      only to learn that the server is down.
    `,
    reasoning: prose`
      Attempts: with 6 attempts there are 5 waits, ceilings 0.5+1+2+4+8 = 15.5 s max, 7.75 s mean. The cap is never
      reached with six. 10 attempts: 0.5+1+2+4+8+16+30+30+30 = 121.5 s max, 60.75 s mean. Must be honest on cap not
      being reached.
    `,
    assistant: prose`
      These are two situations, and I would not force them into one number:

      | attempts | waits | longest total | average total |
      | --- | --- | --- | --- |
      | 4 | 3 | 3.5 s | 1.75 s |
      | 6 | 5 | 15.5 s | 7.75 s |
      | 8 | 7 | 61.5 s | 30.75 s |
      | 10 | 9 | 121.5 s | 60.75 s |

      A person at a terminal should know within a quarter of a minute: **six**. A nightly job has time and nobody is
      watching: ten, set in the job itself. So six as the default, with a setting that allows more.

      One thing should be said openly, because somebody will notice it later: **with six attempts the cap of 30 s is
      never reached.** The fifth wait has a ceiling of 8 s. The cap becomes active from the seventh wait on, so only
      for those who raise the number of attempts. That is fine, it is there to bound what a setting can do, but it
      should not be mistaken for something that happens every day.
    `,
    model: 'quill-large',
  },
];
