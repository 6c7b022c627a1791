import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startDevServer } from '../src/devServer.ts';
import { NetworkError } from '../src/errors.ts';
import { closeSockets, idleSocketMs, readJson, send } from '../src/http.ts';

test('idle sockets are dropped before the server would drop them', async t => {
  const { server, url, close } = await startDevServer();
  t.after(close);
  assert.ok(idleSocketMs < server.keepAliveTimeout);
  let connections = 0;
  server.on('connection', () => connections++);
  const get = () => send({ method: 'GET', url: new URL('/v1/uploads/none', url) });
  await get();
  await get();
  assert.equal(connections, 1);
  await sleep(idleSocketMs + 300);
  await get();
  assert.equal(connections, 2);
});

test('a fresh request never reuses a socket', async t => {
  const { server, url, close } = await startDevServer();
  t.after(close);
  let connections = 0;
  server.on('connection', () => connections++);
  for (let i = 0; i < 3; i++) await send({ method: 'GET', url: new URL('/v1/uploads/none', url), fresh: true });
  assert.equal(connections, 3);
});

test('silence ends in a timeout', async t => {
  const silent = createServer(() => {});
  await new Promise<void>(resolve => silent.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    silent.close();
    silent.closeAllConnections();
    closeSockets();
  });
  const url = new URL(`http://127.0.0.1:${(silent.address() as AddressInfo).port}/`);
  await assert.rejects(send({ method: 'GET', url, timeoutMs: 80 }), (error: unknown) => {
    assert.ok(error instanceof NetworkError);
    assert.equal(error.code, 'ETIMEDOUT');
    return true;
  });
});

test('a body that is not JSON is undefined, not an exception', () => {
  assert.equal(readJson({ status: 200, headers: {}, body: Buffer.from('<html>') }), undefined);
});
