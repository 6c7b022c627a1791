import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { answerPrompt } from '../../../../../src/memory/context/prompt/answerPrompt.ts';
import { type Packable, type Packed, pack } from '../../../../../src/memory/context/prompt/pack.ts';
import { estimateTokens } from '../../../../../src/model/tokens.ts';
import { makePiece } from '../pieces.ts';

const ofSize = (chars: number, given: Parameters<typeof makePiece>[0] = {}) =>
  makePiece({ texts: ['x'.repeat(chars)], ...given });
const blocks = (given: Partial<Packable> = {}): Packable => ({
  history: [],
  past: [],
  recent: [],
  attachments: [],
  ...given,
});
const sizesOf = (packed: readonly Packed[]) => packed.map(({ text }) => text.length);

suite('packing into a budget', () => {
  test('the relevant past is cut first', () => {
    const packed = pack(blocks({ history: [ofSize(200)], past: [ofSize(200)], recent: [ofSize(200)] }), 120);
    assert.deepEqual([packed.history, packed.past, packed.recent].map(sizesOf), [[200], [], [200]]);
    assert.equal(packed.leftOut[0]?.piece.block, 'past');
  });

  test('then history; recent turns last, oldest first', () => {
    const recent = [ofSize(300), ofSize(200), ofSize(200)];
    const packed = pack(blocks({ history: [ofSize(40)], past: [ofSize(40)], recent }), 120);
    assert.deepEqual([packed.history, packed.past, packed.recent].map(sizesOf), [[], [], [200, 200]]);
  });

  test('the newest turn is always in, cut in its middle', () => {
    const newest = makePiece({ texts: [`START ${'x'.repeat(50_000)} END`] });
    const { recent } = pack(blocks({ recent: [newest] }), 1000);
    assert.match(recent[0]!.text, /^START[\s\S]*\[… \d+ characters left out …\][\s\S]*END$/);
  });

  test('what is pinned comes before history and before better finds', () => {
    const past = [ofSize(200), ofSize(160, { pinned: true })];
    const packed = pack(blocks({ history: [ofSize(200)], past }), 60);
    assert.deepEqual([packed.history, packed.past].map(sizesOf), [[], [160]]);
  });

  test('a found turn gives up its window before it is left out', () => {
    const { past } = pack(blocks({ past: [makePiece({ texts: ['w'.repeat(1000), 'alone'] })] }), 60);
    assert.equal(past[0]?.text, 'alone');
  });

  test('Chinese takes a token a character, so less of it fits', () => {
    const chinese = '上传停滞'.repeat(100);
    const packed = pack(blocks({ recent: [makePiece({ texts: [chinese] })], history: [ofSize(400)] }), 300);
    assert.ok(packed.recent[0]!.text.length < 180, `${packed.recent[0]?.text.length}`);
    assert.deepEqual(sizesOf(packed.history), [400]);
  });

  test('a long attachment is cut, and leaves room', () => {
    const packed = pack(
      blocks({ attachments: [{ name: 'a.log', text: 'a'.repeat(90_000) }], history: [ofSize(400)] }),
      1000,
    );
    assert.match(packed.attachments[0]!.text, /characters left out/);
    assert.deepEqual(sizesOf(packed.history), [400]);
  });
});

const size = fc.integer({ min: 1, max: 6000 });
/** One script throughout, or one at the ends and another between. */
const words = fc
  .tuple(size, fc.constantFrom('x', '漢', 'か', '한'), fc.constantFrom('x', '漢'))
  .map(([length, ends, middle]) => `${ends.repeat(length / 3)}${middle.repeat(length / 3)}${ends.repeat(length / 3)}`);
const pieces = fc.array(
  fc
    .record({ text: words, shorter: fc.option(size, { nil: undefined }), pinned: fc.boolean() })
    .map(({ text, shorter, pinned }) =>
      makePiece({ pinned, texts: [text, ...(shorter ? ['y'.repeat(shorter)] : [])] }),
    ),
  { maxLength: 8 },
);
const anyBlocks = fc.record({
  history: pieces,
  past: pieces,
  recent: pieces,
  attachments: fc.array(
    words.map(text => ({ name: 'a', text })),
    { maxLength: 3 },
  ),
});
const empty = estimateTokens(answerPrompt({ history: [], past: [], recent: [], attachments: [] }));

test('any memory: never over the budget, nothing lost, the past given only where nothing before it was cut', () => {
  fc.assert(
    fc.property(anyBlocks, fc.integer({ min: 0, max: 8000 }), (given, budget) => {
      const packed = pack(given, budget);
      const texts = (taken: readonly Packed[]) => taken.map(({ text }) => text);
      const prompt = answerPrompt({
        history: texts(packed.history),
        past: texts(packed.past),
        recent: texts(packed.recent),
        attachments: packed.attachments,
      });
      assert.ok(estimateTokens(prompt) <= empty + budget + 40, 'too long');
      const all = [...packed.history, ...packed.past, ...packed.recent, ...packed.leftOut].map(({ piece }) => piece);
      assert.deepEqual(new Set(all), new Set([...given.history, ...given.past, ...given.recent]));
      const cut = (block: typeof given.recent) => packed.leftOut.some(({ piece }) => block.includes(piece));
      const found = packed.past.filter(({ piece }) => !piece.pinned);
      assert.ok(found.length === 0 || (!cut(given.history) && !cut(given.recent)));
      assert.ok(packed.history.length === 0 || !cut(given.recent));
      assert.deepEqual(pack(given, budget), packed);
    }),
  );
});
