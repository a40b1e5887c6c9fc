import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { dueAt, type Scheduler, scheduler } from '../../scheduling/memory.ts';
import { memoryFrom, parsed } from '../../scheduling/schedule.ts';
import type { Queried } from '../consistency.ts';

/**
 * What a learner's own parameters make of the schedule (decision 58). The read model has the memory that everybody's
 * parameters give, and the last steps: from these it is computed again.
 */
export interface OwnSchedule {
  /**
   * Since when there are own parameters, and from how many answers; of several languages the one with most. `since` is
   * null where the default ones fit that many answers better. Null: there were too few answers to tell.
   */
  readonly fitted: { readonly since: Date | null; readonly answers: number } | null;
  readonly schedulerOf: (language: string) => Scheduler;
  /** By fragment, of the current epochs. A fragment of a language without own parameters, or that is new, is not in it. */
  readonly memories: ReadonlyMap<string, OwnMemory>;
}

export interface OwnMemory {
  /** Seconds since 1970. */
  readonly due: number;
  /** Days. */
  readonly stability: number;
}

const everybodys = scheduler();

/** Fragments computed before other requests get their turn. */
const CHUNK = 1_000;

/** @param only fragments to compute; all by default */
export async function ownScheduleOf(
  snapshot: Kysely<Queried>,
  learner: string,
  only?: readonly string[],
): Promise<OwnSchedule> {
  const tried = await snapshot
    .selectFrom('review_parameters')
    .select(['language', 'parameters', 'fitted_at', 'fitted_from', 'reviews_tried'])
    .where('learner', '=', learner)
    .where('reviews_tried', '>', 0)
    .orderBy(sql`parameters is null`)
    .orderBy('reviews_tried', 'desc')
    .execute();
  const schedulers = new Map(
    tried.flatMap(({ language, parameters }) => (parameters ? [[language, scheduler(parameters)]] : [])),
  );
  const schedulerOf = (language: string) => schedulers.get(language) ?? everybodys;
  const [first] = tried;
  const fitted = first ? { since: first.fitted_at, answers: first.fitted_from ?? first.reviews_tried } : null;
  const memories = new Map<string, OwnMemory>();
  if (schedulers.size === 0) return { fitted, schedulerOf, memories };
  const rows = await scheduled(snapshot, learner)
    .select(['schedule.language', 'schedule.fragment', 'schedule.recent'])
    .where('schedule.due', 'is not', null)
    .where('schedule.language', 'in', [...schedulers.keys()])
    .$if(only !== undefined, query =>
      query.where('schedule.fragment', '=', sql<string>`any(${[...(only ?? [])]}::text[])`),
    )
    .execute();
  for (const [index, { language, fragment, recent }] of rows.entries()) {
    if (index % CHUNK === CHUNK - 1) await nextTurn();
    const { base, steps } = parsed(recent);
    const memory = memoryFrom(schedulerOf(language), base, steps);
    if (memory) memories.set(fragment, { due: dueAt(memory), stability: memory.stability });
  }
  return { fitted, schedulerOf, memories };
}

/** A learner's schedule in the current epochs. */
export function scheduled(snapshot: Kysely<Queried>, learner: string) {
  return snapshot
    .selectFrom('read_models.review_schedule as schedule')
    .innerJoin('read_models.vocabulary_epochs as now', join =>
      join
        .onRef('now.learner', '=', 'schedule.learner')
        .onRef('now.language', '=', 'schedule.language')
        .onRef('now.epoch', '=', 'schedule.epoch'),
    )
    .where('schedule.learner', '=', learner);
}
