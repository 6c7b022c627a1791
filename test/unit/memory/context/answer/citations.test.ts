import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Citations, type Cited, citable } from '../../../../../src/memory/context/answer/citations.ts';
import { toReceiptItem } from '../../../../../src/memory/context/prompt/piece.ts';
import type { ReceiptItem } from '../../../../../src/model/receipt/receipt.ts';
import { at } from '../../../../support/builders.ts';
import { makePiece } from '../pieces.ts';

const now = new Date('2026-11-16T18:00:00');

function makeItem(given: Partial<ReceiptItem> = {}): ReceiptItem {
  return { ...toReceiptItem(makePiece(), 100), ...given };
}

const uploads = makeItem({
  item: { conversation_id: 'c1', turn_index: 8 },
  conversation_id: 'c1',
  conversation_title: 'Retry policy for uploads',
  timestamp: at('2026-11-04T14:30:00'),
  files: ['src/upload.ts'],
});
const login = makeItem({
  item: { summary_id: 's1' },
  conversation_id: 'c2',
  conversation_title: 'Login rework of spring',
  start_turn: 3,
  timestamp: at('2026-11-11T09:00:00'),
});

/** Links as `‹words→where›`. */
function linked(answer: string, given: readonly ReceiptItem[] = [uploads, login], size = 1000): string {
  const citations = new Citations(citable(given, now));
  const chunks = answer.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return [...chunks.flatMap(chunk => citations.push(chunk)), ...citations.end()].map(show).join('');
}

function show(piece: Cited): string {
  if ('file' in piece) {
    return `‹${piece.file}›`;
  }
  return 'conversation' in piece
    ? `‹${piece.text}→${piece.conversation.conversation_id}:${piece.conversation.turn_index}›`
    : piece.text;
}

suite('what an answer names', () => {
  test('a title, a day and a file that is given become links', () => {
    assert.equal(linked('As decided on 4 Nov.'), 'As decided on ‹4 Nov→c1:8›.');
    assert.equal(linked('As decided on November 11.'), 'As decided on ‹November 11→c2:3›.');
    assert.equal(linked('In “Login rework of spring” it was.'), 'In “‹Login rework of spring→c2:3›” it was.');
    assert.equal(linked('5 days ago, see `src/upload.ts`.'), '‹5 days ago→c2:3›, see ‹src/upload.ts›.');
  });

  test('a day that two conversations share is left as it is, a turn of the same one is not in the way', () => {
    const sameDay = { ...login, timestamp: uploads.timestamp };
    assert.equal(linked('As decided on 4 Nov.', [uploads, sameDay]), 'As decided on 4 Nov.');
    const sameTalk = { ...uploads, item: { conversation_id: 'c1', turn_index: 9 } };
    assert.equal(linked('As decided on 4 Nov.', [uploads, sameTalk]), 'As decided on ‹4 Nov→c1:8›.');
  });

  test('only whole words count', () => {
    assert.equal(linked('On 14 Nov and 4 Novembers.'), 'On 14 Nov and 4 Novembers.');
    assert.equal(linked('On 4 November.'), 'On ‹4 November→c1:8›.');
  });

  test('nothing is changed in code or in a link', () => {
    for (const text of [
      '```\n4 Nov `src/upload.ts`\n```',
      '`4 Nov`',
      '[4 Nov](https://example.org)',
      '[x](https://example.org/4 Nov)',
    ]) {
      assert.equal(linked(text), text);
    }
  });

  test('a code block ends where Markdown ends it', () => {
    for (const text of [
      '````\n```\n4 Nov\n````\n',
      '~~~\n```\n4 Nov\n~~~\n',
      '- a\n\n    ```\n    4 Nov\n',
      '> ```\n> 4 Nov\n',
    ]) {
      assert.equal(linked(text), text);
    }
    for (const [before, after] of [
      ['```\na\n```\n', ''],
      ['```\r\na\r\n```\r\n', ''],
      ['~~~\n```\n~~~\n', ''],
      ['```npm test``` since ', ''],
      ['```npm test```\n', '\n'],
      ['    ```\n', ''],
    ] as const) {
      assert.equal(linked(`${before}4 Nov${after}`), `${before}‹4 Nov→c1:8›${after}`);
    }
  });

  test('a conversation is linked where it is first named', () => {
    assert.equal(linked('4 Nov, and again 4 Nov'), '‹4 Nov→c1:8›, and again 4 Nov');
  });

  test('short titles and conversations that were not recalled are left as they are', () => {
    assert.equal(linked('The tests', [{ ...uploads, conversation_title: 'The tests' }]), 'The tests');
    assert.equal(linked('On 4 Nov', [{ ...uploads, block: 'recent' }]), 'On 4 Nov');
  });

  test('however an answer is cut into pieces, it reads the same and loses nothing', () => {
    const words = [
      '4 Nov',
      '4 November',
      '`src/upload.ts`',
      'Retry policy for uploads',
      'Retry',
      '`',
      '\n',
      '```\n',
      ' ',
    ];
    const answers = fc.array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 })), { maxLength: 12 });
    fc.assert(
      fc.property(answers, fc.integer({ min: 1, max: 9 }), (parts, size) => {
        const answer = parts.join('');
        assert.equal(linked(answer, undefined, size), linked(answer));
        const citations = new Citations(citable([uploads, login], now));
        const told = [...citations.push(answer), ...citations.end()].map(({ text }) => text).join('');
        assert.equal(told, answer);
      }),
    );
  });
});
