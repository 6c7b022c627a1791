import { prose, verbatim } from '../text.ts';
import type { DemoConversation } from '../types.ts';

export const configPrecedence: DemoConversation = {
  id: 'config-precedence',
  title: 'Config file, environment, flags',
  daysAgo: 20,
  time: '17:30',
  turns: [
    {
      minutes: 0,
      user: prose`
        Flags are getting out of hand, people put the server's address into shell aliases. I want a small config file
        per project and environment variables for the nightly jobs. What order should they have?
      `,
      assistant: prose`
        The usual one, from weak to strong: built-in defaults, config file, environment, flags. The rule behind it is
        that what is closer to the single call wins. A file speaks for a project, a variable for a job, a flag for one
        command.

        For the file I would take \`parcel.config.json\` in the current directory, with exactly the same names as the
        settings in the code. JSON, because Node reads it without help; no comments in it is a price I would pay.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 6,
      user: 'Should it search upwards through the parent directories like other tools do?',
      assistant: prose`
        I would not. An upload has consequences, it sends data to the server named there. With a search upwards a
        forgotten file three levels higher decides where footage goes, and the person does not see it. The current
        directory only: whoever wants the same settings elsewhere sets \`PARCEL_SERVER\`.
      `,
      model: 'quill-large-2',
    },
    {
      minutes: 9,
      user: prose`
        OK, current directory only. Now write resolveConfig so that a bad value names the setting and the allowed
        range, for all six settings, and refuse unknown keys in the file.
      `,
      assistant: '',
      model: 'quill-large-2',
      status: 'failed',
      error: prose`
        Quota exceeded for model quill-large-2 (429): the allowance of this period is used up and renews in 3 hours.
      `,
    },
    {
      minutes: 11,
      user: prose`
        Quota. Switching to the small model, same question: write resolveConfig so that a bad value names the setting
        and the allowed range, and refuse unknown keys in the file.
      `,
      tools: [
        {
          name: 'readFile',
          arguments: { path: 'src/pool.ts', startLine: 1, endLine: 7 },
          result: verbatim`
            /** More than this many parts at once gains nothing and is refused by the config. */
            export const maxParallelParts = 4;

            /** How many lanes to open: never more than there is work for, never none. */
            export function laneCount(limit: number, items: number): number {
              return Math.max(1, Math.min(limit, maxParallelParts, items));
            }
          `,
          success: true,
          duration_ms: 7,
        },
        {
          name: 'editFile',
          arguments: { path: 'src/config.ts', create: true },
          result: 'created src/config.ts',
          success: true,
          duration_ms: 55,
        },
        {
          name: 'readFile',
          arguments: { path: 'src/config.ts', startLine: 54, endLine: 81 },
          result: verbatim`
              return Object.fromEntries(keys.map(key => [key, env[environmentNames[key]] || undefined]));
            }

            /** Later sources win: file, environment, flags. */
            export function resolveConfig(...sources: RawConfig[]): Config {
              const pick = (key: keyof Config): string | undefined => {
                const value = sources.findLast(source => source[key] !== undefined)?.[key];
                return value === undefined ? undefined : String(value);
              };
              const server = pick('server');
              if (!server) throw new UsageError('no server: use --to, PARCEL_SERVER or the config file');
              if (!/^https?:$/.test(URL.parse(server)?.protocol ?? '')) throw new UsageError(\`not an http(s) address: \${server}\`);
              return {
                server,
                partSize: range('partSize', parseBytes(pick('partSize') ?? String(defaultPartSize)), minPartSize, maxPartSize),
                parallelParts: range('parallelParts', Number(pick('parallelParts') ?? maxParallelParts), 1, maxParallelParts),
                maxAttempts: range('maxAttempts', Number(pick('maxAttempts') ?? defaultPolicy.maxAttempts), 1, 12),
                credentials: pick('credentials') ?? join(homedir(), '.config', 'parcel', 'credentials.json'),
                journalDirectory: pick('journalDirectory'),
              };
            }

            function range(name: string, value: number | undefined, min: number, max: number): number {
              if (value === undefined || !Number.isInteger(value) || value < min || value > max) {
                throw new UsageError(\`\${name} must be a whole number from \${min} to \${max}\`);
              }
              return value;
            }
          `,
          success: true,
          duration_ms: 8,
        },
      ],
      assistant: prose`
        \`resolveConfig\` in \`src/config.ts\` takes the sources in order and lets the last one win that has a value.
        Numbers go through \`range\`, which throws a \`UsageError\` such as \`parallelParts must be a whole number
        from 1 to 4\`. \`readConfigFile\` refuses keys that it does not know, because a misspelt \`paralelParts\`
        would otherwise be ignored without a word.

        Values out of range are refused, not clamped, as we do with the number of lanes.
      `,
      model: 'quill-small',
    },
    {
      minutes: 24,
      user: 'An empty variable, PARCEL_SERVER="", does that count as set?',
      assistant: prose`
        No. \`readEnvironment\` treats an empty variable as absent (\`env[name] || undefined\`). In job definitions an
        unset variable often arrives as an empty string, and an empty server address is never what someone wants. For
        flags it is different: \`--to ""\` is an explicit mistake and is reported as one.
      `,
      model: 'quill-small',
    },
    {
      minutes: 31,
      user: 'Should the retry policy be configurable as well? Base, cap and so on.',
      assistant: prose`
        Only the number of attempts, as \`maxAttempts\` from 1 to 12. The base of 500 ms and the cap of 30 s stay
        constants in \`src/retry.ts\`: they protect the server from all of us together, so a single user should not be
        able to lower them. More attempts are harmless, since the waits grow up to the cap; for a nightly job ten is a
        sensible number.
      `,
      model: 'quill-small',
    },
    {
      minutes: 190,
      user: prose`
        Back on the large model. Tests are green here. Anything in the config that should not be in the file?
      `,
      tools: [
        {
          name: 'runTests',
          arguments: { files: ['test/config.test.ts'] },
          result: verbatim`
            ok - flags win over the environment, the environment over the file
            ok - the defaults
            ok - what is out of range is refused, not clamped
            ok - the command line
            4 passed, 0 failed
          `,
          success: true,
          duration_ms: 880,
        },
      ],
      assistant: prose`
        Yes, one thing, and it is already kept out: the refresh token. \`parcel.config.json\` is meant to be committed
        with a project, so it contains only the **path** of the credentials file, and even that is better left at its
        default in the home directory. The credentials themselves stay in their own file with mode 0600, written by
        \`saveCredentials\`.

        In short: defaults, then \`parcel.config.json\` in the current directory, then \`PARCEL_*\`, then flags; no
        search through parent directories; unknown keys and values out of range are errors.
      `,
      model: 'quill-large-2',
    },
  ],
};
