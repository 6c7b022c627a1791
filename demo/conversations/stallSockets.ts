import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const stallSockets: DemoConversation = {
  id: 'stall-sockets',
  title: 'The stall is back: sockets, not DNS',
  daysAgo: 38,
  time: '09:50',
  turns: [
    {
      minutes: 0,
      user: prose`
        The stall is back. Twice last week, again after fifteen minutes or a multiple of it. We closed this about
        three months ago as a DNS problem and put in a lookup cache. So what now?
      `,
      references: ['src/http.ts'],
      assistant: prose`
        Then the earlier diagnosis has to be questioned first. The cache in \`src/dnsCache.ts\` keeps an address for
        an hour, so a lookup can hardly be involved in a stall after fifteen minutes. Either the cache does not work,
        or the lookup never was the cause.

        What was the evidence at the time? As I read the notes, one upload of 8 GB went through without a stall, in
        eleven minutes.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 4,
      user: 'Yes, that was the test.',
      assistant: prose`
        And that test could not have failed. A token lives fifteen minutes; an upload of eleven minutes never
        refreshes it. It would have gone through without the cache as well. We took the absence of a stall in a run
        that could not stall as proof, and I called it the cause. That was wrong.

        What remains from then is sound: the stall begins at a refresh, and the token server sees nothing until the
        end of it. So the time is lost on our side or in between. That leaves the connection.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 9,
      user: 'How do we look at that?',
      tools: [
        {
          name: 'runInTerminal',
          arguments: { command: 'NODE_DEBUG=http node src/cli.ts upload film.mov --to "$STORAGE" 2> http.log' },
          reasoning: prose`
            Node's own trace of the agent tells whether a request gets a new socket or one from the pool.
          `,
          result:
            '/v1/files/film.mov (2570 parts, 0 resumed, digest 5f0c9a1e7d3b8846c2aa97e10b64d5f3a8c1e2907b6d4f5839e0c7ab12d4f680)',
          success: true,
          duration_ms: 1863000,
        },
        {
          name: 'runInTerminal',
          arguments: { command: "grep -n -A4 'POST token' http.log" },
          reasoning: 'The surroundings of the second refresh, with the seconds since the start in front.',
          result: verbatim`
            40377:  843.0 POST token server
            40378:  843.0 HTTP: have free socket
            40379:  843.0 HTTP: write ret = true
            40380:  843.0 HTTP: outgoing message end.
            40381:  904.2 HTTP: AGENT incoming response!
          `,
          success: true,
          duration_ms: 120,
        },
      ],
      assistant: prose`
        There it is: \`have free socket\`. The refresh does not open a connection at all, it **reuses the socket of
        the previous refresh**, which has been idle for fourteen minutes. There is no lookup anywhere near it, because
        a reused socket needs none. The request is written at once, and the answer comes 61 s later.

        The agent in \`src/http.ts\` was created with \`keepAlive: true\` and no limit for idle sockets. In front of
        the token server stands a load balancer. It keeps our side of the connection open, but after some minutes of
        silence it has let go of the other side, the one to the actual server. Our socket looks healthy. We write the
        request into it, the balancer takes it and waits for a server that no longer listens there, and only when its
        own time limit is over does it try another. That is the stall, and it is also why the token server saw the
        request only at the end.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 48,
      user: 'Why did it sometimes recover after a minute and sometimes only after many?',
      assistant: prose`
        The balancer's time limit is a minute for each server it tries. With one dead entry it takes 61 s, as in this
        trace; with several, one after the other, it adds up to many minutes, and sometimes it gives up and resets the
        connection, which killed the upload. Our own limit for a request without traffic, \`requestTimeoutMs\`, should
        have ended it, but the token request was sent without one at the time.

        The storage server never showed the problem because its sockets are busy all the time; only the token server's
        socket sits idle for a quarter of an hour.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 54,
      user: 'OK so what is the proper fix?',
      reasoning: prose`
        Options: no keep-alive for token; idle timeout for all pooled sockets below common server keepAliveTimeout (5
        s); request timeout everywhere; TCP keepalive probes. Do the first three.
      `,
      assistant: prose`
        Three changes, each small:

        1. **Idle sockets are closed by us.** \`new http.Agent({ keepAlive: true, timeout: idleSocketMs })\` with
        \`idleSocketMs = 4_000\`. The agent destroys a pooled socket that has been free for that long. Four seconds,
        because five is a common server default, and it is better to be first: otherwise there is a moment in which
        the server closes while we are sending.
        2. **The refresh takes a new connection.** A request every fifteen minutes gains nothing from a pool. \`fresh:
        true\` on the request, and the same for creating an upload, since neither may be retried.
        3. **Every request has a time limit.** \`requestTimeoutMs\` becomes the default in \`send\`, so it cannot be
        forgotten.

        And one removal: \`src/dnsCache.ts\`. It solved nothing, and it keeps stale addresses for an hour.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 58,
      user: 'Would TCP keep-alive probes not do it too?',
      assistant: prose`
        No, and we have them already: an agent with \`keepAlive: true\` switches them on for its pooled sockets. They
        test only the next hop. The balancer is alive and answers every probe; what is gone lies behind it, and no
        packet on our side of the connection can see that. Rejected: probes cannot help here, while closing idle
        sockets works whatever stands in between.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 66,
      user: 'Do it, and remove the cache. I want a test that would have caught this.',
      tools: [
        {
          name: 'editFile',
          arguments: {
            path: 'src/http.ts',
            description: 'idleSocketMs on the agents, fresh requests, default time limit, no cachedLookup',
          },
          result: 'edited src/http.ts: +19 -7',
          success: true,
          duration_ms: 66,
        },
        {
          name: 'runInTerminal',
          arguments: { command: 'git rm src/dnsCache.ts' },
          result: "rm 'src/dnsCache.ts'",
          success: true,
          duration_ms: 130,
        },
        {
          name: 'searchCode',
          arguments: { query: 'fresh', path: 'src' },
          result: verbatim`
            src/api.ts:67: fresh = false,
            src/api.ts:76: fresh,
            src/auth.ts:88: fresh: true,
            src/http.ts:19: fresh?: boolean;
            src/http.ts:43: const { method, url, headers = {}, body, fresh = false, timeoutMs = requestTimeoutMs, signal } = request;
            src/http.ts:49: agent: fresh ? false : agents[secure ? 'https:' : 'http:'],
          `,
          success: true,
          duration_ms: 92,
        },
        {
          name: 'runTests',
          arguments: { files: ['test/http.test.ts'] },
          result: verbatim`
            ok - idle sockets are dropped before the server would drop them
            ok - a fresh request never reuses a socket
            ok - silence ends in a timeout
            ok - a body that is not JSON is undefined, not an exception
            4 passed, 0 failed
          `,
          success: true,
          duration_ms: 5320,
        },
      ],
      assistant: prose`
        Done, and \`src/dnsCache.ts\` is deleted. The test that would have caught it is \`idle sockets are dropped
        before the server would drop them\`: two requests share one connection, then it waits a little longer than
        \`idleSocketMs\`, and the third must come over a second connection. It takes 4.3 s, the slowest we have, and I
        think it is worth it.

        The test also asserts that \`idleSocketMs\` is below the server's \`keepAliveTimeout\`, so raising it
        carelessly fails at once.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 1460,
      user: prose`
        Ran 60 GB overnight, an hour and a half, six refreshes, no stall. This time with refreshes in it.
      `,
      assistant: prose`
        That is a test which could have failed. So, to correct the record: **the stall was caused by reusing an idle
        socket whose other end the load balancer had forgotten, and not by DNS.** The earlier conclusion and its
        lookup cache are withdrawn; \`src/dnsCache.ts\` is gone. What fixed it is closing idle sockets after 4 s, a
        fresh connection for the refresh, and a time limit on every request.

        And one for ourselves: before trusting a run as proof, ask whether it could have failed.
      `,
      model: 'quill-large-2',
    },
  ],
};
