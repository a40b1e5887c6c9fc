import type { Kysely } from 'kysely';
import { fitSchedules } from '../../command-api/review/fit-schedules.ts';
import type { Database } from '../../database/tables.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import type { StreamReader } from '../../event-store/stream-reader.ts';
import { loadOptimiser } from '../../scheduling/fitting/optimiser.ts';
import { lasting } from '../../simulation/forgetting.ts';

/**
 * Runs the job that fits schedules over the learner's whole history. What it finds is replaced by parameters of somebody who
 * forgets fast, so that the queries compute with own ones whether or not the made-up answers gave any.
 */
export async function fitSchedule(
  dependencies: { readonly db: Kysely<Database>; readonly histories: StreamReader<LearnerEvents> },
  learner: string,
  language: string,
): Promise<void> {
  const began = performance.now();
  const { tried, kept, failed } = await fitSchedules(
    { ...dependencies, optimise: await loadOptimiser() },
    { now: () => new Date(), signal: new AbortController().signal, longest: 600_000 },
  );
  if (tried === 0) throw new Error(`nothing was fitted: ${failed}`);
  const seconds = (performance.now() - began) / 1_000;
  console.log(`\nschedule fitted to the whole history in ${seconds.toFixed(1)} s, ${kept ? '' : 'not '}kept`);
  await dependencies.db
    .updateTable('review_parameters')
    .set({ parameters: [...lasting(0.4)], fitted_at: new Date(), fitted_from: 400 })
    .where('learner', '=', learner)
    .where('language', '=', language)
    .execute();
}
