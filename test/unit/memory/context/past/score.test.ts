import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { defaultContextSettings } from '../../../../../src/memory/context/contextSettings.ts';
import { type ScoreSettings, scoreOf } from '../../../../../src/memory/context/past/score.ts';
import { DAY_MS } from '../../../../../src/util/dates.ts';

const now = new Date('2026-11-16T18:00:00Z');
const daysAgo = (days: number) => now.getTime() - days * DAY_MS;
const settings: ScoreSettings = defaultContextSettings.recall;
const close = (actual: number, expected: number) =>
  assert.ok(Math.abs(actual - expected) < 1e-12, `${actual} is not ${expected}`);

suite('score = similarity × level × recency × boosts', () => {
  test('similarity 0.85, level 3, 2 days old', () => {
    const { score } = scoreOf({ similarity: 0.85, level: 3, at: daysAgo(2) }, settings, now);
    close(score, 0.85 * 1.2 * (0.5 + 0.5 * Math.exp(-2 / 7)));
  });

  test('similarity 0.90, level 1, 10 days old', () => {
    const { score } = scoreOf({ similarity: 0.9, level: 1, at: daysAgo(10) }, settings, now);
    close(score, 0.9 * (0.5 + 0.5 * Math.exp(-10 / 7)));
  });

  test('with level boost and recency off, the score is the similarity', () => {
    const off = { levelBoost: {}, recency: false, recencyDays: 7 };
    const parts = scoreOf({ similarity: 0.6, level: 2, at: daysAgo(300) }, off, now);
    assert.deepEqual(parts, { similarity: 0.6, level: 1, recency: 1, boosts: {}, score: 0.6 });
  });

  test('a level without a boost of its own, and a turn, count once', () => {
    for (const level of [0, 4, 9]) {
      assert.equal(scoreOf({ similarity: 0.5, level, at: daysAgo(0) }, settings, now).score, 0.5);
    }
  });

  test('declared boosts multiply, and are named', () => {
    const scored = {
      similarity: 0.5,
      words: 0.4,
      meaning: 0.6,
      level: 1,
      at: daysAgo(0),
      boosts: { file: 1.2, topic: 1.5 },
    };
    const parts = scoreOf(scored, settings, now);
    close(parts.score, 0.5 * 1.2 * 1.5);
    assert.deepEqual(parts.boosts, { file: 1.2, topic: 1.5 });
    assert.deepEqual([parts.words, parts.meaning], [0.4, 0.6]);
  });

  test('recency stays between 0.5 and 1, whatever the clock or the setting says', () => {
    const recency = (days: number, recencyDays = 7) =>
      scoreOf({ similarity: 1, level: 1, at: daysAgo(days) }, { ...settings, recencyDays }, now).recency;
    assert.equal(recency(-3), 1);
    close(recency(100_000), 0.5);
    assert.equal(recency(0, 0), 1);
  });
});
