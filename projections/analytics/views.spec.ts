import { expect, test } from 'vitest';
import { bands, displayedBand } from '../../domain/vocabulary/bands.ts';
import { analyticsDatabase, put, putWeeks, rowsOf } from './testing/database.ts';

const weeks = ['2026-01-05', '2026-01-12', '2026-01-19', '2026-01-26'] as const;
const [first, second, third, fourth] = weeks;

test('known counts follow a reset and its undo, and stay constant between changes', async () => {
  const { pool } = await analyticsDatabase();
  await putWeeks(pool, [
    // aa learns, resets in the second week, and undoes that in the third.
    ['aa', 'es', first, 0, 10, true],
    ['aa', 'es', second, 0, 5, false],
    ['aa', 'es', second, 1, 0, true],
    ['aa', 'es', third, 0, 1, true],
    ['aa', 'es', third, 1, 0, false],
    // bb learns once and pauses.
    ['bb', 'es', second, 0, 750, true],
    // cc learns another language.
    ['cc', 'la', fourth, 0, -2, true],
  ]);
  expect(
    await rowsOf(
      pool,
      'select language, week, known_count, level from analytics.learner_weeks order by language desc, known_count, week',
    ),
  ).toEqual([
    ['Spanish', second, 0, 'A0.0'],
    ['Spanish', first, 3.3, 'A0.1'],
    ['Spanish', third, 5.3, 'A0.1'],
    ['Spanish', second, 250, 'A0.2'],
    ['Latin', fourth, 0, 'A0.0'],
  ]);
  expect(await rowsOf(pool, 'select * from analytics.levels_by_week order by week, language, level')).toEqual(
    [
      [first, 'Spanish', 'A0.1', 1, 1],
      [second, 'Spanish', 'A0.0', 1, 1],
      [second, 'Spanish', 'A0.2', 1, 1],
      [third, 'Spanish', 'A0.1', 1, 1],
      [third, 'Spanish', 'A0.2', 1, 0],
      [fourth, 'Latin', 'A0.0', 1, 1],
      [fourth, 'Spanish', 'A0.1', 1, 0],
      [fourth, 'Spanish', 'A0.2', 1, 0],
    ],
  );
});

test('levels are the bands shown to learners', async () => {
  const { pool } = await analyticsDatabase();
  const edges = bands.flatMap(({ from, to }) => [from, from + 1, ...(to === null ? [] : [to - 1])]);
  const counts = [...new Set(edges)].sort((a, b) => a - b);
  await putWeeks(
    pool,
    counts.map(count => [`l${count}`, 'es', first, 0, count * 3, true]),
  );
  expect(
    await rowsOf(pool, 'select known_count, level from analytics.learner_weeks order by known_count'),
  ).toEqual(counts.map(count => [count, displayedBand(count)]));
});

test('a learner has the same pseudonym in every view, which is not the account id', async () => {
  const { pool } = await analyticsDatabase();
  const learner = '0123456789abcdef0123456789abcdef';
  await putWeeks(pool, [[learner, 'es', first, 0, 3, true]]);
  await put(pool, 'learner_days', [[learner, first, 4, 3, 2, 90_000]]);
  const [row] = await rowsOf(
    pool,
    'select * from analytics.learners join analytics.learner_weeks using (learner)',
  );
  expect(row).toEqual([
    expect.stringMatching(/^[0-9a-f]{20}$/),
    ...[first, first, 1, 4, 0.75, 2, 1.5, 0, false],
    ...['Spanish', first, 1, 'A0.1'],
  ]);
  expect(learner).not.toContain(String(row?.[0]).slice(0, 8));
  await pool.query(`update analytics_salt set salt = sha256(salt)`);
  const [other] = await rowsOf(pool, 'select learner from analytics.learners');
  expect(other?.[0]).not.toBe(row?.[0]);
});

test('missed words, and distractors chosen more often than the right answer', async () => {
  const { pool } = await analyticsDatabase();
  await put(pool, 'answer_statistics', [
    ['cuento', 'q-gatos', 'word', 0, 3, 6_000],
    ['cuento', 'q-gatos', 'word', 1, 4, 3_000],
    ['cuento', 'q-gatos', 'word', -1, 1, 1_000],
    ['cuento', 'q-duerme', 'word', 0, 5, 5_000],
    ['cuento', 'q-clause', 'clause', 0, 3, 5_000],
    ['cuento', 'q-clause', 'clause', 1, 1, 5_000],
    ['cuento', 'q-clause', 'clause', 9, 1, 5_000],
  ]);
  expect(await rowsOf(pool, 'select * from analytics.missed_words order by missed desc')).toEqual([
    ['Un Cuento', 1, 1, 'Gatos', 'Gatos', 8, 5, 1, 0.625, 1.3],
    ['Un Cuento', 1, 1, 'duerme', 'duerme', 5, 0, 0, 0, 1],
  ]);
  const sentence = 'Gatos, Ana duerme.';
  expect(await rowsOf(pool, 'select * from analytics.distractors order by kind desc, distractor')).toEqual([
    ['Un Cuento', 1, 1, 'word', 'Gatos', null, 'right', 'wrong', 4, 3, 8, 0.5, true],
    ['Un Cuento', 1, 1, 'clause', sentence, 1, 'right', 'wrong', 1, 3, 5, 0.2, false],
    ['Un Cuento', 1, 1, 'clause', sentence, 1, 'right', null, 1, 3, 5, 0.2, false],
  ]);
});

test('the chapter funnel counts learners from opening to finishing', async () => {
  const { pool } = await analyticsDatabase();
  const monday = `${first}T12:00:00Z`;
  await put(pool, 'book_progress', [
    ['aa', 'cuento', 1, monday, 3, `${second}T00:00:00Z`, monday],
    ['bb', 'cuento', 1, monday, 3, `${first}T18:00:00Z`, monday],
    ['cc', 'cuento', 1, monday, 1, null, monday],
    ['dd', 'cuento', 1, monday, 0, null, null],
    ['aa', 'cuento', 2, monday, 0, null, null],
  ]);
  expect(await rowsOf(pool, 'select * from analytics.chapter_funnel order by chapter')).toEqual([
    ['Un Cuento', 1, 'Los gatos', 3, 4, 3, 2, 2, 0.5, 3.4],
    ['Un Cuento', 2, 'Las rosas', 1, 1, 0, 0, 0, 0, null],
  ]);
});

test('retention counts returning learners, also in weeks without any', async () => {
  const { pool } = await analyticsDatabase();
  await put(pool, 'learner_days', [
    ['aa', '2026-01-06', 1, 1, 1, 1],
    ['aa', '2026-01-11', 1, 1, 1, 1],
    ['bb', '2026-01-05', 1, 1, 1, 1],
    ['aa', '2026-01-25', 1, 1, 1, 1],
    ['cc', '2026-01-19', 1, 1, 1, 1],
  ]);
  expect(await rowsOf(pool, 'select * from analytics.retention order by cohort, week')).toEqual([
    [first, 0, 2, 2, 1],
    [first, 1, 2, 0, 0],
    [first, 2, 2, 1, 0.5],
    [third, 0, 1, 1, 1],
  ]);
});

test('subscriptions by week: current, started and ended', async () => {
  const { pool } = await analyticsDatabase();
  await put(pool, 'subscription_weeks', [
    ['aa', first, 'trialing', true, false],
    ['aa', second, 'active', true, false],
    ['aa', fourth, 'active', true, true],
    ['bb', first, 'active', true, false],
    ['bb', second, 'past_due', true, false],
    ['bb', third, 'canceled', false, false],
    // Began and ended within the week: never a subscriber when one ended.
    ['cc', second, 'canceled', false, true],
  ]);
  await put(pool, 'learner_days', [['aa', '2026-02-03', 1, 1, 1, 1]]);
  expect(await rowsOf(pool, 'select * from analytics.subscriptions order by week')).toEqual([
    [first, 2, 1, 0, 0, 2, 0],
    [second, 2, 0, 1, 0, 0, 0],
    [third, 1, 0, 0, 0, 0, 1],
    [fourth, 1, 0, 0, 1, 0, 0],
    ['2026-02-02', 1, 0, 0, 1, 0, 0],
  ]);
});
