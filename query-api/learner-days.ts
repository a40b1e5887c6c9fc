import { type Kysely, sql } from 'kysely';
import { medianTime } from '../domain/quiz/answer-times.ts';
import type { Queried } from './consistency.ts';

/** Median seconds of the learner's answers in the last 30 days; null without answers. */
export async function secondsPerAnswerOf(snapshot: Kysely<Queried>, learner: string): Promise<number | null> {
  const found = await snapshot
    .selectFrom('read_models.learner_days')
    .select(({ fn }) => [
      fn.sum<string | null>('answers').as('answers'),
      fn.sum<string | null>('within_2s').as('within_2s'),
      fn.sum<string | null>('within_3s').as('within_3s'),
      fn.sum<string | null>('within_4s').as('within_4s'),
      fn.sum<string | null>('within_6s').as('within_6s'),
      fn.sum<string | null>('within_8s').as('within_8s'),
      fn.sum<string | null>('within_12s').as('within_12s'),
      fn.sum<string | null>('within_16s').as('within_16s'),
      fn.sum<string | null>('within_24s').as('within_24s'),
    ])
    .where('learner', '=', learner)
    .where('day', '>', sql<Date>`(now() - interval '30 days')::date`)
    .executeTakeFirstOrThrow();
  const { answers, ...within } = found;
  return medianTime(Object.values(within).map(Number), Number(answers ?? 0));
}

/** How many new fragments were asked on the day of a moment, by UTC. @param at ISO 8601 */
export async function newFragmentsOf(
  snapshot: Kysely<Queried>,
  learner: string,
  at: string,
): Promise<{ readonly day: string; readonly asked: number }> {
  const day = at.slice(0, 10);
  const found = await snapshot
    .selectFrom('read_models.learner_days')
    .select('new_fragments')
    .where('learner', '=', learner)
    .where('day', '=', sql<Date>`${day}::date`)
    .executeTakeFirst();
  return { day, asked: found?.new_fragments ?? 0 };
}
