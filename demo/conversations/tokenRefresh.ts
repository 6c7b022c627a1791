import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const tokenRefresh: DemoConversation = {
  id: 'token-refresh',
  title: 'Token refresh: one flight for everyone',
  daysAgo: 75,
  time: '10:25',
  turns: [
    {
      minutes: 0,
      user: prose`
        New trouble. The token server was updated and now rotates refresh tokens: each one works once and the answer
        contains the next. Since then about every third long upload dies with 400 invalid_grant. Can you see why?
      `,
      references: ['src/auth.ts'],
      tools: [
        {
          name: 'readFile',
          arguments: { path: 'src/upload.ts', startLine: 51, endLine: 61 },
          result: verbatim`
                await runPool(
                  missing,
                  config.parallelParts,
                  async part => {
                    const digest = await sendPart(path, file, client, uploadId, part);
                    digests.set(part.number, digest);
                    await appendJournal(journal, { kind: 'part', number: part.number, sha256: digest });
                    observer.sent(part.length);
                  },
                  signal,
                );
          `,
          success: true,
          duration_ms: 14,
        },
      ],
      assistant: prose`
        Yes. Four lanes send parts at the same time, and each of them asks for a token before each part. When the
        token has expired, all four notice it within the same few milliseconds and all four send the same refresh
        token. Before the update that was wasteful but harmless: four valid access tokens. Now the first request uses
        the refresh token up, and the other three get \`invalid_grant\`.

        That it is only every third upload and not every one is a matter of timing: if one lane is a second ahead, it
        has the new token before the others ask.
      `,
      model: 'quill-large',
    },
    {
      minutes: 4,
      user: 'So a lock around the refresh?',
      assistant: prose`
        Not a lock, a shared promise. With a lock the four would refresh one after the other, and each of the later
        three would have to check again whether it is still necessary. If instead the first caller stores the promise
        of its refresh, and everyone who comes while it is under way awaits the same promise, there is one request and
        four happy callers. That is usually called single flight:

        \`\`\`ts
        this.#refreshing ??= this.#refresh().finally(() => {
          this.#refreshing = undefined;
        });
        return this.#refreshing;
        \`\`\`

        There is no \`await\` between the test and the assignment, so within one process nothing can come in between.
        The \`finally\` matters as much as the rest: without it a failed refresh would be remembered for ever.
      `,
      model: 'quill-large',
    },
    {
      minutes: 9,
      user: prose`
        And two parcel processes at the same time? Both use the same credentials file. I thought of a lock file next
        to it, like credentials.lock: whoever creates it may refresh.
      `,
      reasoning: prose`
        A mutex file: stale after crash; needs pid check and timeouts; on network home directories O_EXCL semantics
        vary. Alternative: optimistic, on invalid_grant re-read the file, if the refresh token there differs from the
        one used, use it. Atomic rename for writes.
      `,
      assistant: prose`
        I would advise against the lock file:

        - **It outlives its owner.** A process that is killed between creating and deleting it leaves it behind, and
        from then on nobody can refresh. So you need a time limit or a check whether the owner still lives, and each
        of those has its own race.
        - **Home directories on network shares.** Exclusive creation is not dependable on all of them, and some of
        your machines have such homes.
        - **It is rarely needed.** Two uploads by the same person that refresh in the same second are possible, not
        usual.

        The optimistic way is simpler: try, and when the answer is \`invalid_grant\`, read the credentials file again.
        If the refresh token in it is no longer the one we used, another process was faster and has left its successor
        there; try once more with that. If it is the same, the token is really invalid and the person has to sign in
        again.
      `,
      model: 'quill-large',
    },
    {
      minutes: 16,
      user: 'I like that. But is the file safe to read while the other process writes it?',
      assistant: prose`
        With a plain \`writeFile\`, no: a reader could see an empty or half-written file. \`saveCredentials\`
        therefore writes to a second file in the same directory, with the process id in its name, and renames it over
        the old one. On one file system a rename is atomic, so a reader gets the old content or the new one. It also
        sets the mode to 0600, since the file holds a token.

        There is a small gap left: process B may read the file after A has used the token but before A has saved the
        next one. B then finds the same refresh token again and gives up. The gap is a few milliseconds long, and the
        remedy for the person is to run the command again, which resumes. I would accept that.
      `,
      model: 'quill-large',
    },
    {
      minutes: 20,
      user: 'Accepted. Please implement it, with tests for twenty callers and for the other process.',
      tools: [
        {
          name: 'editFile',
          arguments: {
            path: 'src/auth.ts',
            description:
              'TokenSource: single-flight get, invalidate, re-read on invalid_grant; saveCredentials by rename',
          },
          result: 'edited src/auth.ts: +43 -12',
          success: true,
          duration_ms: 61,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/auth.ts', startLine: 49, endLine: 74 },
          result: verbatim`
              /** A token that is good for at least a minute. However many ask at once, one refresh runs. */
              async get(): Promise<string> {
                if (this.#token !== undefined && this.#now() < this.#expiresAt - renewEarlyMs) return this.#token;
                this.#refreshing ??= this.#refresh().finally(() => {
                  this.#refreshing = undefined;
                });
                return this.#refreshing;
              }

              /** Called after a 401; ignored when the token was replaced meanwhile. */
              invalidate(token: string): void {
                if (this.#token === token) this.#token = undefined;
              }

              async #refresh(): Promise<string> {
                const first = await this.#load();
                try {
                  return await this.#exchange(first);
                } catch (error) {
                  // Another parcel process may have used our refresh token; it has then left its successor in the file.
                  const spent = error instanceof HttpError && error.status === 400 && error.detail === 'invalid_grant';
                  const second = spent ? await this.#load() : first;
                  if (second.refreshToken === first.refreshToken) throw error;
                  return this.#exchange(second);
                }
              }
          `,
          success: true,
          duration_ms: 10,
        },
        {
          name: 'runTests',
          arguments: { files: ['test/auth.test.ts'] },
          result: verbatim`
            ok - twenty callers, one refresh
            ok - a token is renewed a minute before it expires
            ok - invalidate concerns only the token that was refused
            ok - a refresh token spent by another process is read again from the file
            ok - a failed refresh is not remembered
            5 passed, 0 failed
          `,
          success: true,
          duration_ms: 1490,
        },
      ],
      assistant: prose`
        Done, in \`src/auth.ts\` and \`test/auth.test.ts\`. Two details beyond what we discussed:

        - \`renewEarlyMs\` is one minute: a token is renewed before it expires, so that a part does not arrive with a
        token that ran out on the way.
        - \`invalidate(token)\` takes the token that was refused. If four lanes get a 401 for the same old token, the
        first call clears it and one refresh runs; a straggler that reports the old token after the new one is there
        is ignored. Without the argument it would throw the new one away.
      `,
      model: 'quill-large',
    },
    {
      minutes: 38,
      user: 'What happens on a 401 in the middle, does it count as one of the six attempts?',
      tools: [
        {
          name: 'readFile',
          arguments: { path: 'src/api.ts', startLine: 81, endLine: 99 },
          result: verbatim`
              }

              /** One attempt; a 401 is answered once with a new token, and does not count as a retry. */
              async #once(request: HttpRequest): Promise<HttpResponse> {
                const { send, tokens } = this.#options;
                for (let renewed = false; ; renewed = true) {
                  const token = await tokens?.get();
                  const headers = token === undefined ? request.headers : { ...request.headers, authorization: \`Bearer \${token}\` };
                  const response = await send({ ...request, ...(headers ? { headers } : {}) });
                  if (response.status === 401 && token !== undefined && !renewed) {
                    tokens?.invalidate(token);
                    continue;
                  }
                  if (response.status >= 200 && response.status < 300) return response;
                  const { error = '' } = (readJson(response) ?? {}) as { error?: string };
                  throw new HttpError(response.status, error, response.headers['retry-after']);
                }
              }
            }
          `,
          success: true,
          duration_ms: 9,
        },
      ],
      assistant: prose`
        No. \`#once\` in \`src/api.ts\` answers a 401 by fetching a new token and sending the request again, once,
        within the same attempt. A second 401 is final, since 401 is not among the statuses that are retried. So an
        expired token costs no attempt, and a token that the server never accepts cannot cause a loop.
      `,
      model: 'quill-large',
    },
    {
      minutes: 44,
      user: 'Should the refresh itself be retried when the token server answers 503?',
      assistant: prose`
        No, for the same reason for which creating an upload is not retried: it is a POST, and it is not idempotent.
        If the answer to a refresh is lost, the refresh token may have been used up, and sending it again gives
        \`invalid_grant\`. It is better to fail with the real error. The part's own attempt ends with that error, the
        journal has everything up to then, and the next run begins with a fresh look at the credentials file.
      `,
      model: 'quill-large',
    },
    {
      minutes: 47,
      user: 'Fine. Can you put the outcome in three sentences for the team channel?',
      assistant: prose`
        Token refresh is single flight now: however many lanes need a token, one refresh runs and all of them share
        its result. Between processes there is no lock; a process that gets \`invalid_grant\` reads the credentials
        file again and tries once more if the refresh token in it has changed. A mutex file was rejected because it
        outlives a crashed owner and is not dependable on network home directories.
      `,
      model: 'quill-large',
    },
  ],
};
