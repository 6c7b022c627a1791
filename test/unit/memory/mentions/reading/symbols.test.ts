import assert from 'node:assert/strict';
import { test } from 'node:test';
import { symbolsIn } from '../../../../../src/memory/mentions/reading/symbols.ts';

const cases: [text: string, ...expected: string[]][] = [
  ['`retry()` calls `wait()` and `retry()`', 'retry', 'wait'],
  ['`RetryPolicy` has `RetryPolicy.next`', 'RetryPolicy', 'RetryPolicy.next'],
  ['`Queue::run`, `Queue#stop`, `queue->push()`', 'Queue.run', 'Queue.stop', 'queue.push'],
  ['`retry(n, delay)` and `new Policy()`', 'retry', 'Policy'],
  ['`this.next()`', 'next'],
  ['la fonction `réessayer()`', 'réessayer'],
  ['`src/retry.ts`, `retry.ts`, `Makefile` and `package.json`'],
  ['`npm`, `git status`, `npm run build`, `ls -la`'],
  ['`true`, `null`, `const`, `return`, `undefined`'],
  ['`--flag`, `3`, `a + b`, `"text"`, `@scope/pkg`, `*.ts`'],
  ['```ts\nconst inside = fence();\n```'],
  ['retry() without ticks'],
  ['`unclosed'],
  [''],
];

for (const [text, ...expected] of cases) {
  test(`symbols of ${JSON.stringify(text)}`, () => assert.deepEqual(symbolsIn(text), expected));
}
