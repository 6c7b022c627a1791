import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { loadCredentials, saveCredentials, TokenSource } from '../src/auth.ts';
import { startDevServer } from '../src/devServer.ts';
import { send } from '../src/http.ts';

async function setUp(t: TestContext) {
  const server = await startDevServer({ auth: true });
  const directory = await mkdtemp(join(tmpdir(), 'parcel-'));
  t.after(() => Promise.all([server.close(), rm(directory, { recursive: true })]));
  const path = join(directory, 'credentials.json');
  await saveCredentials(path, { tokenUrl: `${server.url}/v1/token`, refreshToken: 'dev-refresh-0' });
  return { server, path };
}

test('twenty callers, one refresh', async t => {
  const { server, path } = await setUp(t);
  const tokens = new TokenSource(path, send);
  const got = await Promise.all(Array.from({ length: 20 }, () => tokens.get()));
  assert.deepEqual([...new Set(got)], ['dev-access-1']);
  assert.equal(server.refreshes(), 1);
  assert.equal((await loadCredentials(path))?.refreshToken, 'dev-refresh-1');
});

test('a token is renewed a minute before it expires', async t => {
  const { server, path } = await setUp(t);
  let now = 0;
  const tokens = new TokenSource(path, send, () => now);
  await tokens.get();
  now = 839_000;
  await tokens.get();
  assert.equal(server.refreshes(), 1);
  now = 841_000;
  await tokens.get();
  assert.equal(server.refreshes(), 2);
});

test('invalidate concerns only the token that was refused', async t => {
  const { server, path } = await setUp(t);
  const tokens = new TokenSource(path, send);
  const first = await tokens.get();
  tokens.invalidate(first);
  await tokens.get();
  tokens.invalidate(first);
  await tokens.get();
  assert.equal(server.refreshes(), 2);
});

test('a refresh token spent by another process is read again from the file', async t => {
  const { server, path } = await setUp(t);
  const other = new TokenSource(path, send);
  let raced = false;
  const mine = new TokenSource(path, async request => {
    if (!raced) {
      raced = true;
      await other.get();
    }
    return send(request);
  });
  assert.equal(await mine.get(), 'dev-access-2');
  assert.equal(server.requests.length, 3);
});

test('a failed refresh is not remembered', async t => {
  const { path } = await setUp(t);
  let calls = 0;
  const tokens = new TokenSource(path, async request => {
    if (++calls === 1) throw new Error('cable pulled');
    return send(request);
  });
  await assert.rejects(tokens.get(), /cable pulled/);
  assert.equal(await tokens.get(), 'dev-access-1');
});
