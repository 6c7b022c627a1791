import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { sha256 } from '../src/checksum.ts';
import { appendJournal, journalPath, matches, parseJournal, readJournal } from '../src/journal.ts';

const start = { uploadId: 'u1', server: 'http://127.0.0.1:8787', size: 20, mtimeMs: 5, partSize: 8 };
const digest = sha256(Buffer.from('one'));

test('the journal lies beside the file, or in the directory given', () => {
  assert.equal(journalPath(join('films', 'a.mov')), join('films', 'a.mov.parcel.jsonl'));
  assert.equal(journalPath(join('films', 'a.mov'), 'state'), join('state', 'a.mov.parcel.jsonl'));
});

test('a torn last line costs one part, not the journal', async t => {
  const directory = await mkdtemp(join(tmpdir(), 'parcel-'));
  t.after(() => rm(directory, { recursive: true }));
  const path = join(directory, 'a.jsonl');
  await appendJournal(path, { kind: 'start', ...start });
  await appendJournal(path, { kind: 'part', number: 1, sha256: digest });
  await appendFile(path, '\n{"kind":"part","number":2,"sha');
  await appendJournal(path, { kind: 'part', number: 3, sha256: digest });
  const state = await readJournal(path);
  assert.deepEqual([...(state?.parts.keys() ?? [])], [1, 3]);
  assert.equal(state?.start.uploadId, 'u1');
});

test('a second start forgets the parts of the first', () => {
  const lines = [
    { kind: 'start', ...start },
    { kind: 'part', number: 1, sha256: digest },
    { kind: 'start', ...start, uploadId: 'u2' },
  ];
  const state = parseJournal(lines.map(line => JSON.stringify(line)).join('\n'));
  assert.equal(state?.start.uploadId, 'u2');
  assert.equal(state?.parts.size, 0);
  assert.equal(parseJournal('not json\n{}'), undefined);
});

test('a journal of another state of the file is not used', () => {
  const state = parseJournal(JSON.stringify({ kind: 'start', ...start }));
  assert.ok(state);
  assert.ok(matches(state, start));
  assert.ok(!matches(state, { ...start, mtimeMs: 6 }));
  assert.ok(!matches(state, { ...start, server: 'http://127.0.0.1:9999' }));
});
