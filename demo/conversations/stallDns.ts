import { prose } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const stallDns: DemoConversation = {
  id: 'stall-dns',
  title: 'Uploads that stall after a quarter of an hour',
  daysAgo: 123,
  time: '16:10',
  turns: [
    {
      minutes: 0,
      user: prose`
        We have had tokens for two weeks now (fifteen minutes' life, refreshed by parcel), and since then long uploads
        stall. They run at full speed, then everything stands still for a minute or for many minutes, then they go on
        or die. Always after roughly a quarter of an hour. No error, no CPU, no traffic. Short uploads are fine.
      `,
      assistant: prose`
        The quarter of an hour is surely no accident: it is the life of a token, so the stall begins when parcel
        fetches a new one. All four lanes need a token for their next part, so if the refresh hangs, everything stands
        still. That explains why there is no traffic at all rather than a slow decline.

        The question is what hangs in the refresh. Three candidates:

        1. the token server is slow to answer;
        2. the name of the token server is slow to resolve;
        3. the connection to it.

        Can you ask the token server's logs whether it sees the request late, or sees it at once and answers late?
      `,
      model: 'quill-large',
    },
    {
      minutes: 21,
      user: prose`
        They see nothing during the stall. The request arrives at the end of it and is answered in 30 ms.
      `,
      reasoning: prose`
        So the request is not reaching the server. Either DNS or connection. DNS: getaddrinfo runs on the libuv thread
        pool with 4 threads; file reads also. Token host is looked up again since 15 minutes passed. Plausible: thread
        pool occupied by reads from a network share. I lean to DNS, but have no direct evidence.
      `,
      assistant: prose`
        Then the server is cleared and the time is lost on our side, before the request leaves. My suspicion is the
        name lookup. Node resolves names with \`getaddrinfo\` on the thread pool, which has four threads by default,
        and the same four threads do our file reads. With four lanes reading from a slow network share the pool can be
        full, and a lookup has to queue behind the reads. The storage server's name is resolved once at the start; the
        token server's only every fifteen minutes, which fits the pattern.

        The office resolver may add to it: if its cache entry has expired by then, the lookup goes out to the
        internet.
      `,
      model: 'quill-large',
    },
    {
      minutes: 26,
      user: prose`
        That sounds plausible, we do have trouble with the office resolver now and then. How do I check?
      `,
      tools: [
        {
          name: 'runInTerminal',
          arguments: {
            command:
              "node -e \"const dns=require('node:dns');console.time('lookup');dns.lookup('localhost',()=>console.timeEnd('lookup'))\"",
          },
          reasoning: 'A lookup with an idle thread pool, as a baseline.',
          result: 'lookup: 1.327ms',
          success: true,
          duration_ms: 310,
        },
      ],
      assistant: prose`
        With an idle pool a lookup of a local name takes 1.3 ms, as expected; that only shows that the machine is not
        broken. Under load the simplest check is to take the lookup out of the picture: keep the address of the token
        server in memory and pass it to the request through the \`lookup\` option. If the stall is gone, it was the
        lookup.
      `,
      model: 'quill-large',
    },
    {
      minutes: 33,
      user: 'Do that. Cache it for an hour.',
      tools: [
        {
          name: 'editFile',
          arguments: { path: 'src/dnsCache.ts', create: true },
          result: 'created src/dnsCache.ts (29 lines)',
          success: true,
          duration_ms: 45,
        },
        {
          name: 'editFile',
          arguments: { path: 'src/http.ts', description: 'pass cachedLookup as the lookup option of every request' },
          result: 'edited src/http.ts: +2 -0',
          success: true,
          duration_ms: 39,
        },
        {
          name: 'runTests',
          arguments: { files: ['test/http.test.ts'] },
          result: '3 passed, 0 failed',
          success: true,
          duration_ms: 2210,
        },
      ],
      assistant: prose`
        \`src/dnsCache.ts\` exports \`cachedLookup\`, which keeps an answer for an hour and shares one lookup between
        callers that ask at the same time. \`src/http.ts\` passes it to every request. Please try it with an upload
        that stalled before.
      `,
      model: 'quill-large',
    },
    {
      minutes: 71,
      user: 'The 8 GB test file went through without a stall! Eleven minutes, full speed all the way.',
      assistant: prose`
        Then the lookup was the cause, and the cache removes it. I would leave it in. If the address of a server
        changes within the hour, the connection is refused and the attempt fails; the next run starts with an empty
        cache, so that is tolerable.
      `,
      model: 'quill-large',
    },
    {
      minutes: 74,
      user: 'Should we also raise the thread pool size?',
      assistant: prose`
        It would not hurt, but it has to be set in the environment before the process does any work
        (\`UV_THREADPOOL_SIZE=8\`), which is awkward for a command that people call directly. With the cache there is
        no lookup in the middle of an upload any more, so I see no need.
      `,
      model: 'quill-large',
    },
    {
      minutes: 80,
      user: 'OK. Closing this as "stall: DNS, fixed with a cache". I will tell the others.',
      assistant: prose`
        Fine. For the note: the stall appears when the token is refreshed after fifteen minutes; we attribute it to a
        slow name lookup behind a full thread pool; the remedy is \`cachedLookup\` in \`src/dnsCache.ts\`, one hour.
        The evidence is one upload without a stall, so it is worth watching the longer ones this week.
      `,
      model: 'quill-large',
    },
    {
      minutes: 94,
      user: 'One more: does the cache need a test?',
      assistant: prose`
        A small one would be good: two lookups of the same name at once should call the resolver once, and a third
        after an hour should call it again. The clock and the resolver can be passed in as arguments, in the way
        \`TokenSource\` takes its clock. I can add it when you touch the file next.
      `,
      model: 'quill-large',
    },
  ],
};
