import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FILE_BOOST, fileBoost } from '../../../../../src/memory/context/past/fileBoost.ts';
import { summaryPiece } from '../../../../../src/memory/context/prompt/summaryPiece.ts';
import { makeSummary } from '../../../../contract/suite/harness.ts';

test('what mentions a file of the question is raised, and the boost has a name', () => {
  const boosts = fileBoost({ ids: new Set(['answer']) });
  const found = (sources: string[]) => boosts?.({ item: { summary_id: 's' }, sources });
  assert.deepEqual(found(['question', 'answer']), { file: FILE_BOOST });
  assert.deepEqual(found(['question']), {});
  assert.equal(fileBoost(undefined), undefined);
});

test('the label of a summary says which of its symbols changed since', () => {
  const known = {
    summary: { ...makeSummary('c'), uuid: 's' },
    conversation_title: 'Uploads',
    workspace_id: 'w',
    files: ['src/upload.ts', 'src/api.ts'],
    scopes: [
      { path: 'src/upload.ts', name: 'retry', changed: true },
      { path: 'src/api.ts', name: 'send', changed: false },
    ],
    timestamp: makeSummary('c').created_at,
  };
  const [text] = summaryPiece(known, { block: 'past', now: new Date(known.timestamp) }).texts;
  assert.match(text, /^\[L1 summary · Uploads · .*src\/upload\.ts \(retry changed since\), src\/api\.ts\]\n/);
});
