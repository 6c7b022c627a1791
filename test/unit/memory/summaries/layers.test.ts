import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { Layers } from '../../../../src/memory/summaries/layers.ts';
import { type LayerSettings, nextGroup } from '../../../../src/memory/summaries/planner.ts';
import { makeStart } from '../../../support/builders.ts';
import { beginTurn } from '../../../support/storing.ts';
import { plainMaker } from '../../../support/summaryMaker.ts';
import { temporaryStore } from '../../../support/temporaryStore.ts';
import { append, assertSound, converse, lengths, ranges, settingsArbitrary, sizesArbitrary } from './soundLayers.ts';

const defaults: LayerSettings = { everyChars: 10_000, everyTurns: 0, everyTokens: 0, maxLevel: 3 };
const never = new AbortController().signal;

test('what is no summary never reaches the store', async t => {
  const store = temporaryStore(t);
  const plain = plainMaker();
  const wrong: Record<string, unknown>[] = [{ made_by: undefined }, { provisional: 'no' }, { prompt_version: 7 }];
  const uuid = await converse(store, [10_000]);
  for (const given of wrong) {
    const maker = {
      summarize: async (...asked: Parameters<typeof plain.summarize>) => ({
        ...(await plain.summarize(...asked)),
        ...given,
      }),
    };
    const layers = new Layers({ store, maker, settings: () => defaults });
    await assert.rejects(layers.make(uuid, never), { name: '$ZodError' });
  }
  assert.deepEqual(await store.summaries.ofConversation(uuid), []);
  assert.deepEqual(await store.summaries.marks(uuid), []);
});

suite('the worked example', () => {
  test('turns of 2 000, 3 000 and 5 000 characters make L1 #1 over 0–10 000; the next starts at 10 000', async t => {
    const store = temporaryStore(t);
    const layers = new Layers({ store, maker: plainMaker(), settings: () => defaults });
    const uuid = await converse(store, [2000, 3000]);
    assert.equal(await layers.make(uuid, never), 0, '5 000 characters are not enough');
    await append(store, uuid, [5000]);
    assert.equal(await layers.make(uuid, never), 1);
    await append(store, uuid, [4000, 6000]);
    assert.equal(await layers.make(uuid, never), 1);
    assert.deepEqual(ranges(await store.summaries.ofConversation(uuid)), [
      [1, 0, 2, 0, 10_000],
      [1, 3, 4, 10_000, 20_000],
    ]);
  });

  test('twenty L1s of 500 characters make an L2 over the 200 000 characters they stand for', async t => {
    const store = temporaryStore(t);
    const layers = new Layers({ store, maker: plainMaker(), settings: () => defaults });
    const uuid = await converse(store, Array(19).fill(10_000));
    await layers.make(uuid, never);
    assert.equal((await store.summaries.ofConversation(uuid, { level: 2 })).length, 0);
    await append(store, uuid, [10_000]);
    assert.equal(await layers.make(uuid, never), 2, 'the twentieth L1, and the L2 above it');
    const [l2] = await store.summaries.ofConversation(uuid, { level: 2 });
    assert.deepEqual(ranges([l2!]), [[2, 0, 19, 0, 200_000]]);
    assert.deepEqual(
      l2!.parent_summaries,
      (await store.summaries.ofConversation(uuid, { level: 1 })).map(({ uuid }) => uuid),
    );
    assert.equal(l2!.source_type, 'SUMMARY');
  });

  test('L2s make L3s by the same rule, and no L4 comes after them', async t => {
    const store = temporaryStore(t);
    const settings = { ...defaults, everyChars: 100 };
    const layers = new Layers({ store, maker: plainMaker(() => 5), settings: () => settings });
    const uuid = await converse(store, Array(100).fill(100));
    await layers.make(uuid, never);
    const counts = await Promise.all(
      [1, 2, 3, 4].map(async level => (await store.summaries.ofConversation(uuid, { level })).length),
    );
    // "Turns 7." has 8 characters or more, so that 13 at the most are 100 characters.
    assert.equal(counts[0], 100);
    assert.ok(counts[1]! >= 100 / 13 - 1 && counts[2]! >= 1, `${counts}`);
    assert.equal(counts[3], 0);
  });
});

suite('what makes a summary due', () => {
  const unit = (chars: number) => ({ start_turn: 0, end_turn: 0, chars, char_range_start: 0, char_range_end: 0 });
  const units = (count: number, chars: number) => Array.from({ length: count }, () => unit(chars));

  test('characters, turns or tokens: the first to be reached', () => {
    assert.equal(nextGroup(units(50, 1000), 1, defaults), 10);
    assert.equal(nextGroup(units(50, 1000), 1, { ...defaults, everyTurns: 4 }), 4);
    assert.equal(nextGroup(units(50, 1000), 1, { ...defaults, everyTurns: 40 }), 10);
    assert.equal(nextGroup(units(50, 1000), 1, { ...defaults, everyTokens: 500 }), 2);
    assert.equal(nextGroup(units(9, 1000), 1, defaults), 0);
    assert.equal(nextGroup([], 1, { ...defaults, everyTurns: 1 }), 0);
  });

  test('one turn can be enough, one summary never is', () => {
    assert.equal(nextGroup([unit(20_000)], 1, defaults), 1);
    assert.equal(nextGroup([unit(20_000)], 2, defaults), 0);
    assert.equal(nextGroup([unit(20_000), unit(1)], 2, defaults), 2);
  });

  test('no level above the highest', () => {
    assert.equal(nextGroup(units(50, 10_000), 4, defaults), 0);
    assert.equal(nextGroup(units(50, 10_000), 1, { ...defaults, maxLevel: 0 }), 0);
  });
});

suite('turns under way', () => {
  test('a turn still being answered is not condensed; one that was left behind is', async t => {
    const store = temporaryStore(t);
    const layers = new Layers({ store, maker: plainMaker(), settings: () => ({ ...defaults, everyTurns: 2 }) });
    const uuid = await converse(store, [10]);
    const pending = await beginTurn(store, uuid, makeStart({ content: 'still writing' }));
    assert.equal(await layers.next(uuid), undefined);
    await append(store, uuid, [10]);
    const plan = await layers.next(uuid);
    assert.deepEqual([plan?.start_turn, plan?.end_turn], [0, pending.turn_index]);
  });

  test('asked for by a person, what is left over makes a last L1; nothing left over makes none', async t => {
    const store = temporaryStore(t);
    const layers = new Layers({ store, maker: plainMaker(), settings: () => defaults });
    const uuid = await converse(store, [10_000, 10, 20]);
    assert.equal(await layers.make(uuid, never, { force: true }), 2);
    assert.equal(await layers.make(uuid, never, { force: true }), 0);
    assert.deepEqual(ranges(await store.summaries.ofConversation(uuid)), [
      [1, 0, 0, 0, 10_000],
      [1, 1, 2, 10_000, 10_030],
    ]);
  });
});

suite('any conversation', () => {
  test('whoever works, in whatever order, however often interrupted, makes the same sound layers', async t => {
    const store = temporaryStore(t);
    await fc.assert(
      fc.asyncProperty(
        sizesArbitrary,
        settingsArbitrary,
        fc.integer({ min: 0, max: 29 }),
        fc.array(fc.tuple(fc.nat(1), fc.nat(4)), { maxLength: 8 }),
        async (sizes, settings, seed, crashes) => {
          const options = { store, settings: () => settings, maker: plainMaker(lengths(seed)) };
          // At the end, by one worker that is never disturbed.
          const calm = await converse(store, sizes);
          await new Layers(options).make(calm, never);
          const expected = ranges(await store.summaries.ofConversation(calm));
          // Two workers at once while it grows; some die after so many summaries.
          const wild = await converse(store, []);
          const workers = [new Layers(options), new Layers(options)];
          const step = Math.max(1, Math.ceil(sizes.length / 4));
          for (let from = 0; from < sizes.length; from += step) {
            await append(store, wild, sizes.slice(from, from + step));
            await Promise.all(
              workers.map(async (worker, index) => {
                const crash = crashes[(from / step) * 2 + index];
                const dying = new AbortController();
                let left = crash?.[0] === 1 ? crash[1] : Number.POSITIVE_INFINITY;
                const onMade = () => {
                  left -= 1;
                  if (left < 0) {
                    dying.abort();
                  }
                };
                await worker.make(wild, dying.signal, { onMade }).catch(() => {});
              }),
            );
          }
          await workers[0]!.make(wild, never);
          assert.equal(await workers[1]!.make(wild, never), 0, 'a repeated run makes nothing');
          const made = await store.summaries.ofConversation(wild);
          assert.deepEqual(ranges(made), expected);
          assertSound(made, sizes, settings);
          const [last] = made.filter(({ level }) => level === 1).slice(-1);
          const rest = sizes.slice((last?.end_turn ?? -1) + 1);
          assert.equal(
            nextGroup(
              rest.map(chars => ({ ...unitAt, chars })),
              1,
              settings,
            ),
            0,
            'nothing due is left',
          );
        },
      ),
      { numRuns: 30 },
    );
  });
});

const unitAt = { start_turn: 0, end_turn: 0, char_range_start: 0, char_range_end: 0 };
