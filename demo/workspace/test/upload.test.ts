import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { StorageClient } from '../src/api.ts';
import { saveCredentials, TokenSource } from '../src/auth.ts';
import { FileChangedError } from '../src/errors.ts';
import { type DevServerOptions, startDevServer } from '../src/devServer.ts';
import { send, type Transport } from '../src/http.ts';
import { uploadFile } from '../src/upload.ts';

const MiB = 1024 * 1024;
const observer = { begin: () => {}, sent: () => {} };

async function setUp(t: TestContext, options: DevServerOptions = {}) {
  const server = await startDevServer(options);
  const directory = await mkdtemp(join(tmpdir(), 'parcel-'));
  t.after(() => Promise.all([server.close(), rm(directory, { recursive: true })]));
  const bytes = randomBytes(5 * MiB + 17);
  const path = join(directory, 'film.mov');
  await writeFile(path, bytes);
  const config = { server: server.url, partSize: MiB, parallelParts: 4, journalDirectory: undefined };
  const client = (transport: Transport = send, tokens?: TokenSource) =>
    new StorageClient({ server: server.url, send: transport, tokens, retry: { wait: async () => {} } });
  return { server, directory, bytes, path, config, client };
}

const isPart = (path: string) => path.includes('/parts/');

test('a file arrives whole, and the journal is gone', async t => {
  const { server, directory, bytes, path, config, client } = await setUp(t);
  const result = await uploadFile(path, client(), config, observer);
  assert.equal(result.parts, 6);
  assert.equal(result.location, '/v1/files/film.mov');
  assert.ok(server.files.get('film.mov')?.equals(bytes));
  assert.deepEqual(await readdir(directory), ['film.mov']);
});

test('an interrupted upload resumes with the missing parts only', async t => {
  const { server, bytes, path, config, client } = await setUp(t);
  let parts = 0;
  const dying: Transport = request => {
    if (isPart(request.url.pathname) && ++parts > 3) return Promise.reject(new Error('power cut'));
    return send(request);
  };
  await assert.rejects(uploadFile(path, client(dying), { ...config, parallelParts: 1 }, observer), /power cut/);
  const before = server.requests.filter(isPart).length;
  const result = await uploadFile(path, client(), config, observer);
  assert.equal(result.resumedParts, 3);
  assert.equal(server.requests.filter(isPart).length - before, 3);
  assert.ok(server.files.get('film.mov')?.equals(bytes));
});

test('a flaky server is worn down by retries', async t => {
  const { server, bytes, path, config, client } = await setUp(t, { flaky: 0.1 });
  await uploadFile(path, client(), config, observer);
  assert.ok(server.files.get('film.mov')?.equals(bytes));
});

test('a part damaged on the way is sent once more', async t => {
  const { server, bytes, path, config, client } = await setUp(t);
  let damaged = false;
  const damaging: Transport = request => {
    if (damaged || !isPart(request.url.pathname) || !(request.body instanceof Uint8Array)) return send(request);
    damaged = true;
    const body = Buffer.from(request.body);
    body.writeUInt8(body.readUInt8(0) ^ 1, 0);
    return send({ ...request, body });
  };
  await uploadFile(path, client(damaging), config, observer);
  assert.ok(damaged);
  assert.ok(server.files.get('film.mov')?.equals(bytes));
});

test('a file that grows during the upload is refused', async t => {
  const { server, path, config, client } = await setUp(t);
  let grown = false;
  const growing: Transport = async request => {
    if (!grown && isPart(request.url.pathname)) {
      grown = true;
      await appendFile(path, 'more');
    }
    return send(request);
  };
  await assert.rejects(uploadFile(path, client(growing), config, observer), FileChangedError);
  assert.equal(server.files.size, 0);
});

test('four lanes with an expired token refresh once', async t => {
  const { server, directory, path, config, client } = await setUp(t, { auth: true });
  const credentials = join(directory, 'credentials.json');
  await saveCredentials(credentials, { tokenUrl: `${server.url}/v1/token`, refreshToken: 'dev-refresh-0' });
  await uploadFile(path, client(send, new TokenSource(credentials, send)), config, observer);
  assert.equal(server.refreshes(), 1);
});
