import assert from 'node:assert/strict';
import { test } from 'node:test';
import { remoteInConfig } from '../../../../src/workspace/git/config.ts';

test('origin is preferred, else the first remote', () => {
  const remote = (name: string, url: string) => `[remote "${name}"]\n\turl = ${url}\n\tfetch = +refs\n`;
  assert.equal(remoteInConfig(`[core]\n\turl = no\n${remote('fork', 'a')}${remote('origin', 'b')}`), 'b');
  assert.equal(remoteInConfig(remote('fork', 'a')), 'a');
  assert.equal(remoteInConfig('[core]\n\tbare = false\n'), undefined);
});
