import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { REDACTED, redactSecrets } from '../../../../src/model/secrets/secrets.ts';

suite('secrets', () => {
  const aws = `wJalrXUtn${'FEMI/K7MDENG/'.repeat(2)}bPxRfiCY`;
  // Made up, but of the right form; put together here so that no scanner takes them for real ones.
  const secrets: [string, string][] = [
    ['a Google key', `AIza${'a1B2_'.repeat(7)}`],
    ['an OpenAI key', `sk-proj-${'abcd1234'.repeat(4)}`],
    ['a GitHub token', `ghp_${'a1b2c3'.repeat(6)}`],
    ['an AWS key id', `AKIA${'ABCD1234'.repeat(2)}`],
    ['a Slack token', `xoxb-${'123456789-'.repeat(2)}abc`],
    ['a Stripe key', `sk_live_${'a1B2c3D4'.repeat(3)}`],
    ['a Hugging Face token', `hf_${'aBcDeFgH1'.repeat(4)}`],
    ['a JWT', `eyJ${'hbGciOiJI'.repeat(2)}.eyJ${'zdWIiOiIx'.repeat(2)}.${'abc_DEF-12'.repeat(2)}`],
    ['a private key', `-----BEGIN RSA PRIVATE KEY-----\n${'MIIE'.repeat(20)}\n-----END RSA PRIVATE KEY-----`],
  ];
  for (const [name, secret] of secrets) {
    test(`${name} is blanked out`, () => {
      const stored = redactSecrets(`use ${secret} for now`);
      assert.equal(stored, `use ${REDACTED} for now`);
    });
  }

  const assignments: [string, string][] = [
    ['password: "hunter2hunter2"', `password: "${REDACTED}"`],
    ["api_key = 'abcdef123456'", `api_key = '${REDACTED}'`],
    ['use password=hunter2hunter2 for it', `use password=${REDACTED} for it`],
    ['/login?user=ada&api_key=abc123def456', `/login?user=ada&api_key=${REDACTED}`],
    ['DB_PASSWORD=correcthorse', `DB_PASSWORD=${REDACTED}`],
    ['export GITHUB_TOKEN=abcdef123456', `export GITHUB_TOKEN=${REDACTED}`],
    ['postgres://ada:s3cret@db.example.org/x', `postgres://ada:${REDACTED}@db.example.org/x`],
    ['Authorization: Bearer abcdef.123456', `Authorization: Bearer ${REDACTED}`],
    ['{"Authorization": "Bearer abcdef.123456"}', `{"Authorization": "Bearer ${REDACTED}"}`],
    ["headers.set('Authorization', 'Basic YWRhOnB3')", `headers.set('Authorization', 'Basic ${REDACTED}')`],
    ['authorization: abcdef123456', `authorization: ${REDACTED}`],
    ['the bearer abcdefghijklmnop123 it sent', `the bearer ${REDACTED} it sent`],
    [`aws_secret_access_key = ${aws}`, `aws_secret_access_key = ${REDACTED}`],
    [`aws_secret_access_key=${aws}`, `aws_secret_access_key=${REDACTED}`],
    ['password: hunter2hunter2', `password: ${REDACTED}`],
    ['password: hunter2', `password: ${REDACTED}`],
    ['  dbPassword: hunter2hunter2\n  port: 5432', `  dbPassword: ${REDACTED}\n  port: 5432`],
    ['password=12345678', `password=${REDACTED}`],
    ['password: mypassword123', `password: ${REDACTED}`],
    ['password: p@ss$w0rd&more!', `password: ${REDACTED}`],
    ['x-api-key: abcdef123456', `x-api-key: ${REDACTED}`],
    ['-H "X-API-Key: abcdef123456"', `-H "X-API-Key: ${REDACTED}"`],
    ['{"token": "abcdef123456"}', `{"token": "${REDACTED}"}`],
    ['{\\"token\\": \\"abcdef123456\\", \\"a\\": 1}', `{\\"token\\": \\"${REDACTED}\\", \\"a\\": 1}`],
    ['"access_token":"abcdefghij"', `"access_token":"${REDACTED}"`],
    [`password: "it's-mine-1"`, `password: "${REDACTED}"`],
    ["auth: { user: 'ada', pass: 'hunter2hunter2' }", `auth: { user: 'ada', pass: '${REDACTED}' }`],
    ["const apiKey: string = 'abcdefghij';", `const apiKey: string = '${REDACTED}';`],
    ['password: "$ecret-or-n0t"', `password: "${REDACTED}"`],
    ["config['password'] = 'swordfish'", `config['password'] = '${REDACTED}'`],
    ["setHeader('x-api-key', 'abcdef123456')", `setHeader('x-api-key', '${REDACTED}')`],
    ['/?token=abcdef123456&page=2', `/?token=${REDACTED}&page=2`],
    ['password=x&password=hunter2hunter2', `password=x&password=${REDACTED}`],
    ['token: https://example.org/?password=hunter2x', `token: https://example.org/?password=${REDACTED}`],
    ['docker run -e DB_PASSWORD=correcthorse db', `docker run -e DB_PASSWORD=${REDACTED} db`],
    ['AccountKey=abc123DEF456==;EndpointSuffix=x', `AccountKey=${REDACTED};EndpointSuffix=x`],
    ['postgres://user:pa/ss@host/db', `postgres://user:${REDACTED}@host/db`],
    ['postgres://user:p@ss@host/db', `postgres://user:${REDACTED}@host/db`],
    ['https://u:pa55word@host/x', `https://u:${REDACTED}@host/x`],
    ['sqlserver://sa:Pa55w0rd@host:1433', `sqlserver://sa:${REDACTED}@host:1433`],
  ];
  for (const [given, expected] of assignments) {
    test(`${given.replace(/hunter2|wJalr/, '…')} keeps its name and loses its value`, () => {
      assert.equal(redactSecrets(given), expected);
    });
  }

  const harmless = [
    'const password = await readPassword();',
    'connect(user, password=readPassword2())',
    'f(password=None, secret=default)',
    'the token expires after 15 minutes',
    'import { apiKey } from "./config"',
    'https://example.org/a:b@c',
    'risk-free and task-oriented work',
    'AKIA is how such keys begin',
    'password: see the wiki',
    'The password: at least 12 characters, one of them a digit.',
    'password: required',
    'token: string',
    'login(user: string, password: string): Promise<Token>',
    'interface Login { token: Uint8Array; secret?: Base64String; apiKey: ApiKeyV2 }',
    'password: process.env.PASSWORD',
    'password: process.env.PASSWORD2,',
    'token: user1.token',
    'password: user?.password1',
    'max_tokens: 4096',
    '"max_tokens": 4096, "token": 128000',
    'maxTokens=128000',
    'token: 10000ms',
    'token: 2026-01-15T10:00:00',
    'password: z.string().min(8)',
    'secret: sha256Hex(input)',
    'const token = tokens2[0];',
    'const password = password2;',
    'const secret = clientSecret2;',
    'token: nextToken1,',
    'password: DEFAULT_PASSWORD_2',
    'password: "Enter your password (8 or more)"',
    'password: "Password"',
    '{"token": "string", "password": "********"}',
    "{ token: 'comment.line', foreground: '5c6370' }",
    "type Token = 'identifier' | 'number';",
    "const fields = ['password', 'username', 'nickname'];",
    'tokens.map(token => token1234x)',
    `password: \${{ secrets.DB_PASSWORD }}`,
    `password: "\${DB_PASSWORD_1}"`,
    'const refreshToken = `dev-refresh-$'.concat('{count2}`;'),
    'api_key=<your-key-1>',
    'api_key: "your-api-key-1"',
    'PASSWORD=$DB_PASSWORD1',
    'password: "$DB_PASSWORD1"',
    'SORT_KEY=created_at',
    'MAX_TOKEN=4096',
    'API_KEY = os.environ["API_KEY_1"]',
    'API_KEY=config.api_key',
    'secret: /run/secrets/db_password2',
    'pwd: /home/ada/project2',
    `Authorization: Bearer \${token1}`,
    'Authorization: Bearer <token>',
    'the bearer authentication-mechanism',
    `postgres://user:\${PASSWORD}@host/db`,
    'http://localhost:3000/@scope/package',
    'https://example.org:8443/users/@ada?x=a@b',
    'ssh://git@example.org:22/a@b',
    'sk-SK and hf_transformers and sk-this-is-only-a-long-class-name',
    'secrets: inherit',
    'passwordMinLength: 12345678',
    'the bypass: 1234abcd5',
  ];
  for (const text of harmless) {
    test(`"${text}" stays as it is`, () => {
      assert.equal(redactSecrets(text), text);
    });
  }

  const key = `${'MIIE'.repeat(16)}\n${'aB3/'.repeat(16)}`;
  const unclosed: [string, string, string][] = [
    [
      'is followed by prose',
      `-----BEGIN RSA PRIVATE KEY-----\n${key}\n\nand then it ended.`,
      `${REDACTED}\n\nand then it ended.`,
    ],
    ['has a short last line', `-----BEGIN PRIVATE KEY-----\n${key}\nabc=\nThat is all.`, `${REDACTED}\nThat is all.`],
    ['is in a string', `"-----BEGIN PRIVATE KEY-----\\n${'aB3/'.repeat(16)}", "port": 1`, `"${REDACTED}", "port": 1`],
    [
      'is only named',
      'It begins with -----BEGIN PRIVATE KEY----- and I lost it.',
      'It begins with -----BEGIN PRIVATE KEY----- and I lost it.',
    ],
  ];
  for (const [name, given, expected] of unclosed) {
    test(`a private key without its end that ${name} takes away no more than itself`, () => {
      assert.equal(redactSecrets(given), expected);
    });
  }
});
