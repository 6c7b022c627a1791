import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkEvidence, fidelity } from '../../../../src/model/summary/evidence.ts';
import { claimsOf, Source } from '../../../../src/model/text/claims.ts';

const source = new Map([
  [0, 'Turn 1:\nUser: Why does the upload stall?\nAssistant: An **idle** socket, see `src/http.ts`.'],
  [
    1,
    'Turn 2:\nUser: And now?\nAssistant: `idleSocketMs` is 4_000, the test takes 4.3 s on Linux. ECONNRESET is gone.',
  ],
  [2, 'Turn 3:\nUser: 接続が切れた'],
]);
const check = (sentence: string, turns: number[]) => checkEvidence([{ sentence, turns }], source)[0]!;

test('a sentence is held to its names, numbers, identifiers and file names', () => {
  assert.deepEqual(
    claimsOf('The user saw ECONNRESET in `send` of src/http.ts, so Anna set idleSocketMs to 4.5 or v2.'),
    ['econnreset', 'send', 'src/http.ts', 'anna', 'idlesocketms', '4.5', 'v2'],
  );
  assert.deepEqual(
    claimsOf('The user asked “Why is it slow?”, so I answered: Because it waits, e.g. and/or never.'),
    [],
  );
});

test('turns that do not exist are dropped, and a sentence left with none is unsupported', () => {
  assert.deepEqual(check('The socket in src/http.ts was idle.', [7, 0, 0, -1]), {
    sentence: 'The socket in src/http.ts was idle.',
    turns: [0],
    supported: true,
  });
  assert.deepEqual(check('The socket in src/http.ts was idle.', [7]).supported, false);
});

test('a sentence whose turns share none of its names is unsupported', () => {
  assert.equal(check('The socket in src/ftp.ts was closed by Redis.', [0, 1]).supported, false);
  assert.equal(check('ECONNRESET came from Redis.', [1]).supported, true);
});

test('a sentence without names is supported by turns that share its words', () => {
  assert.equal(check('The uploads stalled.', [0]).supported, true);
  assert.equal(check('Bananas ripen slowly.', [0, 1]).supported, false);
  assert.equal(check('接続の問題。', [2]).supported, true);
  assert.equal(check('👍', [0]).supported, true);
});

test('a number is found as a whole, not within another', () => {
  assert.equal(check('It takes 4.3 s.', [1]).supported, true);
  assert.equal(check('It takes 4 s.', [1]).supported, false);
  assert.equal(check('It takes 000 s.', [1]).supported, false);
});

const content = (conversation_summary: string, evidence: [string, number[]][], actions_summary = '') => ({
  conversation_summary,
  actions_summary,
  evidence: evidence.map(([sentence, turns]) => ({ sentence, turns, supported: true })),
});

test('fidelity asks for all names of a sentence, and counts text that names no turn', () => {
  const good: [string, number[]] = ['The socket in src/http.ts was idle.', [0]];
  const half: [string, number[]] = ['On Linux idleSocketMs is 5_000.', [1]];
  assert.equal(fidelity(content(good[0], [good]), source), 1);
  assert.equal(fidelity(content(`${good[0]} ${half[0]}`, [good, half]), source), 0.5);
  assert.equal(fidelity(content(`${good[0]} More was said.`, [good]), source), 0.5);
  assert.equal(fidelity(content(good[0], [good, half], half[0]), source), 0.5);
  assert.equal(fidelity(content('', []), source), 1);
});

test('a summary that invents things is caught', () => {
  const invented: [string, number[]][] = [
    ['Redis was restarted by Paul.', [0]],
    ['The fix went into src/cache.ts.', [1]],
  ];
  const text = invented.map(([sentence]) => sentence).join(' ');
  assert.equal(fidelity(content(text, invented), source), 0);
  assert.deepEqual(
    checkEvidence(
      invented.map(([sentence, turns]) => ({ sentence, turns })),
      source,
    ).map(({ supported }) => supported),
    [false, false],
  );
});

test('a number or a name inside a run without blanks is a claim by itself', () => {
  assert.deepEqual(claimsOf('ステージングはポート5433でPostgresを動かす'), ['5433', 'postgres']);
  assert.deepEqual(claimsOf('設定はconfig.jsonにあり、詳細は 仕様.md'), ['config.json', '仕様.md']);
  const text = new Source('データベースのポートは5433です。config.jsonを見てください。');
  assert.ok(text.holds('5433') && text.holds('config.json'));
  assert.ok(!text.holds('543') && !text.holds('onfig.json'));
});
