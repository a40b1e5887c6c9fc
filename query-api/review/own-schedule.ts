import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { lruCache } from '../../caching/lru-cache.ts';
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
  /** Those with own parameters. */
  readonly languages: ReadonlySet<string>;
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

/**
 * What was computed of the learners asked for last, because an answer changes few of 20,000 fragments. Each memory is that of a
 * row as it was read, so that it is right whatever happens to the row afterwards.
 */
const computed = lruCache<Computed>(64);

interface Computed {
  /** Of which parameters and rows, all together. */
  readonly version: string;
  readonly parameters: string;
  readonly memories: ReadonlyMap<string, OwnMemory>;
  /** A hash of each row, by fragment. */
  readonly rows: ReadonlyMap<string, string>;
}

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
  const languages = new Set(schedulers.keys());
  if (languages.size === 0) return { fitted, schedulerOf, languages, memories: new Map() };
  const rows = scheduled(snapshot, learner)
    .where('schedule.due', 'is not', null)
    .where('schedule.language', 'in', [...languages]);
  const compute = async (fragments: readonly string[]) => {
    const memories = new Map<string, OwnMemory>();
    const read = await rows
      .select(['schedule.language', 'schedule.fragment', 'schedule.recent'])
      .where('schedule.fragment', '=', sql<string>`any(${[...fragments]}::text[])`)
      .execute();
    for (const [index, { language, fragment, recent }] of read.entries()) {
      if (index % CHUNK === CHUNK - 1) await nextTurn();
      const { base, steps } = parsed(recent);
      const memory = memoryFrom(schedulerOf(language), base, steps);
      if (memory) memories.set(fragment, { due: dueAt(memory), stability: memory.stability });
    }
    return memories;
  };
  if (only) return { fitted, schedulerOf, languages, memories: await compute(only) };
  const parameters = JSON.stringify(tried.map(({ language, parameters }) => [language, parameters]));
  const before = computed.get(learner);
  const memories = await memoriesOf(rows, compute, before?.parameters === parameters ? before : undefined);
  computed.set(learner, { ...memories, parameters });
  return { fitted, schedulerOf, languages, memories: memories.memories };
}

/** The memories of all rows: those of unchanged rows as before. */
async function memoriesOf(
  rows: ReturnType<typeof scheduled>,
  compute: (fragments: readonly string[]) => Promise<ReadonlyMap<string, OwnMemory>>,
  before: Computed | undefined,
): Promise<Omit<Computed, 'parameters'>> {
  const hash = sql<string>`hashtextextended(schedule.language || ' ' || schedule.fragment || ' ' || schedule.recent, 0)`;
  const { version } = await rows
    .select(sql<string>`concat(count(*), ' ', sum(${hash}::numeric))`.as('version'))
    .executeTakeFirstOrThrow();
  if (before?.version === version) return before;
  const now = await rows.select(['schedule.fragment', hash.as('hash')]).execute();
  const changed = now.filter(({ fragment, hash }) => before?.rows.get(fragment) !== hash);
  const found = await compute(changed.map(({ fragment }) => fragment));
  const memories = new Map<string, OwnMemory>();
  for (const { fragment, hash } of now) {
    const memory = before?.rows.get(fragment) === hash ? before.memories.get(fragment) : found.get(fragment);
    if (memory) memories.set(fragment, memory);
  }
  return { version, memories, rows: new Map(now.map(({ fragment, hash }) => [fragment, hash])) };
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
