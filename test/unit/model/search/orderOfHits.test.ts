import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { type FoundPlace, isOutOfReach, orderOfHits, scoreOf } from '../../../../src/model/search/orderOfHits.ts';

const DAY_MS = 86_400_000;
const now = Date.UTC(2026, 2, 4);
const daysAgo = (days: number) => now - days * DAY_MS;
const options = { hasWords: true, now, limit: 10 };

suite('the order of hits', () => {
  const names = (places: (FoundPlace & { name: string })[], given = options) =>
    orderOfHits(places, given).map(({ name }) => name);

  test('what has all the words comes before what has some, however well and lately', () => {
    const old = { name: 'all', fit: 0.1, at: daysAgo(3000), complete: true };
    const fresh = { name: 'some', fit: 300, at: now, complete: false };
    assert.deepEqual(names([fresh, old]), ['all', 'some']);
  });

  test('of two that fit alike the newer comes first; one that fits much better stays before it', () => {
    const place = (name: string, fit: number, days: number) => ({ name, fit, at: daysAgo(days), complete: true });
    assert.deepEqual(names([place('old', 5, 100), place('new', 5, 1)]), ['new', 'old']);
    assert.deepEqual(names([place('new', 5, 0), place('better', 6.5, 1000)]), ['better', 'new']);
  });

  test('what is from tomorrow counts as from now', () => {
    const place = { fit: 2, complete: true };
    assert.equal(scoreOf({ ...place, at: daysAgo(-5) }, now), scoreOf({ ...place, at: now }, now));
  });

  test('without words the newest are the best', () => {
    const places = [1, 3, 2].map(days => ({ name: `${days}`, fit: days, at: daysAgo(days), complete: true }));
    assert.deepEqual(names(places, { ...options, hasWords: false }), ['1', '2', '3']);
  });

  test('only so many are given, and those are the best', () => {
    const place = fc.record({
      fit: fc.double({ min: 0, max: 50, noNaN: true }),
      days: fc.nat(2000),
      complete: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(place), fc.nat(10), (given, limit) => {
        const places = given.map(({ days, ...rest }) => ({ ...rest, at: daysAgo(days) }));
        const best = orderOfHits(places, { ...options, limit });
        assert.equal(best.length, Math.min(limit, places.length));
        const scores = places.map(found => scoreOf(found, now)).sort((a, b) => b - a);
        assert.deepEqual(
          best.map(({ score }) => score),
          scores.slice(0, limit),
        );
        const firstPartial = best.findIndex(({ complete }) => !complete);
        assert.ok(firstPartial === -1 || best.slice(firstPartial).every(({ complete }) => !complete));
      }),
    );
  });

  test('what is out of reach is never among the best, however new it is', () => {
    const place = fc.record({ fit: fc.double({ min: 0, max: 50, noNaN: true }), days: fc.nat(2000) });
    fc.assert(
      fc.property(fc.array(place), fc.integer({ min: 1, max: 10 }), (given, limit) => {
        const places = given
          .map(({ fit, days }) => ({ fit, at: daysAgo(days), complete: false }))
          .sort((a, b) => b.fit - a.fit);
        const end = places.findIndex(({ fit }, index) => isOutOfReach(fit, places.slice(0, index), limit));
        const inReach = end === -1 ? places : places.slice(0, end);
        assert.deepEqual(orderOfHits(inReach, { ...options, limit }), orderOfHits(places, { ...options, limit }));
      }),
    );
    const many = Array.from({ length: 20 }, (_, index) => ({ fit: 20 - index }));
    assert.equal(isOutOfReach(7.9, many, 11), true, 'the eleventh fits by 10');
    assert.equal(isOutOfReach(8.1, many, 11), false);
  });
});
