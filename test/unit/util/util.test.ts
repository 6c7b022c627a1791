import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { formatLocalDate, instantOf, parseDay, sayAge, sayDate } from '../../../src/util/dates.ts';
import { Emitter } from '../../../src/util/emitter.ts';
import { cutMiddle, firstLine, sayBytes, sayCount, shorten } from '../../../src/util/text.ts';

suite('dates', () => {
  test('are stored with the local offset and come back as the same instant', () => {
    fc.assert(
      fc.property(fc.date({ min: new Date(1980, 0, 1), max: new Date(2090, 0, 1), noInvalidDate: true }), date => {
        const stored = formatLocalDate(date);
        assert.match(stored, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/);
        assert.equal(instantOf(stored), date.getTime());
      }),
    );
  });

  test('are said as people say them', () => {
    const now = new Date(2026, 10, 16, 18);
    assert.equal(sayDate(new Date(2026, 10, 16, 14, 30), now), 'today 14:30');
    assert.equal(sayDate(new Date(2026, 10, 15, 9, 5), now), 'yesterday 09:05');
    assert.equal(sayDate(new Date(2026, 10, 3, 9), now), 'Tue 3 Nov');
    assert.equal(sayDate(new Date(2025, 2, 3), now), 'Mar 2025');
  });

  test('are said by their age', () => {
    const now = new Date(2026, 10, 16, 18);
    const ages: [Date, string][] = [
      [new Date(2026, 10, 16, 1), 'today'],
      [new Date(2026, 10, 17), 'today'],
      [new Date(2026, 10, 15, 23), 'yesterday'],
      [new Date(2026, 10, 11), '5 days ago'],
      [new Date(2026, 9, 20), '3 weeks ago'],
      [new Date(2026, 2, 4), '8 months ago'],
      [new Date(2024, 2, 4), '2 years ago'],
    ];
    for (const [date, said] of ages) {
      assert.equal(sayAge(date, now), said);
    }
  });

  test('typed by a person, only real ones count', () => {
    assert.equal(parseDay('2024-02-29')?.getDate(), 29);
    assert.equal(parseDay('2024-03')?.getMonth(), 2);
    assert.equal(parseDay('2024-02-30'), undefined);
    assert.equal(parseDay('soon'), undefined);
  });
});

suite('events', () => {
  test('a listener that throws does not stop the others, and the log has its error', () => {
    const logged: string[] = [];
    const heard: number[] = [];
    const emitter = new Emitter<number>({ error: message => logged.push(message) });
    emitter.event(() => {
      throw new Error('no ears', { cause: new Error('too loud') });
    });
    emitter.event(value => heard.push(value));
    emitter.fire(1);
    emitter.fire(2);
    assert.deepEqual(heard, [1, 2]);
    assert.equal(logged.length, 2);
    assert.match(logged[0]!, /no ears <- too loud/);
  });

  test('without a log the error comes to whoever fired, after all were told', () => {
    const heard: number[] = [];
    const emitter = new Emitter<number>();
    emitter.event(() => {
      throw new Error('no ears');
    });
    emitter.event(value => heard.push(value));
    assert.throws(() => emitter.fire(1), /no ears/);
    assert.deepEqual(heard, [1]);
  });
});

suite('text', () => {
  test('cut in its middle it keeps both ends, tells how much is gone, and is never longer or torn', () => {
    const cut = cutMiddle(`START${'x'.repeat(1000)}END`, 100);
    assert.match(cut, /^START/);
    assert.match(cut, /END$/);
    assert.match(cut, /\[… \d+ characters left out …\]/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), fc.integer({ min: 0, max: 300 }), (text, max) => {
        const short = cutMiddle(text, max);
        assert.ok(short.length <= max);
        assert.ok(short.isWellFormed());
      }),
    );
  });

  test('numbers are rounded', () => {
    assert.deepEqual([0, 58, 1200, 9999, 124_400, 3_400_000].map(sayCount), [
      '0',
      '58',
      '1.2 k',
      '10 k',
      '124 k',
      '3.4 M',
    ]);
  });

  test('sizes are rounded', () => {
    assert.deepEqual([0, 640, 12_288, 3_565_158, 2 ** 41].map(sayBytes), [
      '0 B',
      '640 B',
      '12 KB',
      '3.4 MB',
      '2048 GB',
    ]);
  });

  test('the first line with words is a label', () => {
    assert.equal(firstLine('\n\n   Why does  it stall?  \nmore'), 'Why does it stall?');
    assert.equal(firstLine(''), '');
  });

  test('is shortened between words where it can be, and never longer than asked', () => {
    assert.equal(shorten('one two three four', 12), 'one two…');
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.integer({ min: 5, max: 40 }), (text, max) => {
        assert.ok(shorten(text, max).length <= max);
      }),
    );
  });
});
