import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseCommand } from '../src/args.ts';
import { readEnvironment, resolveConfig } from '../src/config.ts';

const server = 'http://127.0.0.1:8787';

test('flags win over the environment, the environment over the file', () => {
  const file = { server, maxAttempts: 3, parallelParts: 1 };
  const environment = readEnvironment({ PARCEL_MAX_ATTEMPTS: '4', PARCEL_PARALLEL_PARTS: '' });
  const config = resolveConfig(file, environment, { maxAttempts: '5', server: undefined });
  assert.equal(config.maxAttempts, 5);
  assert.equal(config.parallelParts, 1);
  assert.equal(config.server, server);
});

test('the defaults', () => {
  const config = resolveConfig({ server });
  assert.equal(config.partSize, 8 * 1024 * 1024);
  assert.equal(config.parallelParts, 4);
  assert.equal(config.maxAttempts, 6);
  assert.equal(config.journalDirectory, undefined);
});

test('what is out of range is refused, not clamped', () => {
  assert.throws(() => resolveConfig({ server, parallelParts: 8 }), /parallelParts must be a whole number from 1 to 4/);
  assert.throws(() => resolveConfig({ server, partSize: '100k' }), /partSize/);
  assert.throws(() => resolveConfig({ server, maxAttempts: 'many' }), /maxAttempts/);
  assert.throws(() => resolveConfig({}), /no server/);
  assert.throws(() => resolveConfig({ server: 'ftp://127.0.0.1' }), /not an http/);
});

test('the command line', () => {
  const command = parseCommand(['upload', 'a.mov', '--to', server, '--part-size', '16MiB', '--quiet']);
  assert.equal(command.name, 'upload');
  assert.deepEqual(parseCommand([]), { name: 'help' });
  assert.throws(() => parseCommand(['upload']), /needs a file/);
  assert.throws(() => parseCommand(['upload', 'a', 'b']), /takes one file/);
  assert.throws(() => parseCommand(['send', 'a']), /unknown command/);
  assert.throws(() => parseCommand(['upload', 'a', '--paralel', '2']), /Unknown option/);
});
