import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { LearnerEvents } from '../../domain/learner-events.ts';
import { Unavailable } from '../../event-store/log.ts';
import type { StreamOf, StreamReader } from '../../event-store/stream-reader.ts';
import { type Fit, fitHistory, type Pages } from '../../scheduling/fitting/fit.ts';
import type { Optimiser } from '../../scheduling/fitting/optimiser.ts';
import { vocabularyStream } from '../vocabulary/aggregate.ts';
import { accountsAfter, languageIds } from '../vocabulary/all-accounts.ts';

interface Dependencies {
  readonly db: Kysely<Database>;
  readonly histories: StreamReader<LearnerEvents>;
  readonly optimise: Optimiser;
}

interface Run {
  readonly now: () => Date;
  readonly signal: AbortSignal;
  /** Milliseconds after which no other learner is begun; the next run goes on. */
  readonly longest: number;
}

export interface Fitted {
  /** Histories that were read, and those of them that had enough new reviews to try. */
  readonly read: number;
  readonly tried: number;
  /** New parameters were kept. */
  readonly kept: number;
  /** Why a learner was left out, which the next run tries again. */
  readonly failed: readonly string[];
  /** False when the run ended before every account was looked at. */
  readonly done: boolean;
}

/** Accounts that are looked at with one query. */
const ACCOUNTS = 200;
/** Events read at once. Small, because the process has projections to run, too. */
const EVENTS = 250;
/** A history is not read again before it has so many events more, or that share of them. */
const MORE_EVENTS = { count: 20, share: 1 / 10 };

/**
 * Fits the schedule of every learner who has answered enough since the last time (decision 58), one after the other. A
 * run that ends early loses nothing but the learner it was at: the next one finds the others' histories read already.
 */
export async function fitSchedules(dependencies: Dependencies, run: Run): Promise<Fitted> {
  const { db, histories } = dependencies;
  const end = performance.now() + run.longest;
  const languages = await languageIds(db);
  let [read, tried, kept] = [0, 0, 0];
  const failed: string[] = [];
  for (let after = ''; ; ) {
    const accounts = await accountsAfter(db, after, ACCOUNTS);
    const last = accounts.at(-1);
    if (last === undefined) return { read, tried, kept, failed, done: true };
    const known = await knownOf(db, accounts);
    for (const learner of accounts)
      for (const language of languages) {
        if (run.signal.aborted || performance.now() > end) return { read, tried, kept, failed, done: false };
        const before = known.get(`${learner} ${language}`);
        try {
          if (!(await hasMore(histories, vocabularyStream(learner, language), before))) continue;
          const found = await fitOne(dependencies, { learner, language, before }, run);
          if (!found) continue;
          read += 1;
          tried += found.tried ? 1 : 0;
          kept += found.tried?.isNew ? 1 : 0;
        } catch (error) {
          if (run.signal.aborted) return { read, tried, kept, failed, done: false };
          failed.push(`${learner}: ${error instanceof Error ? error.message : error}`);
          // The log does not answer: no other learner would fare better.
          if (error instanceof Unavailable) return { read, tried, kept, failed, done: false };
        }
      }
    after = last;
  }
}

type Known = Awaited<ReturnType<typeof rowsOf>>[number];

function rowsOf(db: Kysely<Database>, accounts: readonly string[]) {
  return db
    .selectFrom('review_parameters')
    .select(['learner', 'language', 'parameters', 'reviews_tried', 'read_to'])
    .where('learner', '=', sql<string>`any(${[...accounts]}::text[])`)
    .execute();
}

async function knownOf(db: Kysely<Database>, accounts: readonly string[]) {
  const rows = await rowsOf(db, accounts);
  return new Map(rows.map(row => [`${row.learner} ${row.language}`, row]));
}

/** Whether the history has grown enough to be worth reading: one event far enough behind what was read says so. */
async function hasMore(
  histories: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  before: Known | undefined,
): Promise<boolean> {
  const readTo = before?.read_to ?? -1;
  const more = Math.max(MORE_EVENTS.count, Math.ceil(readTo * MORE_EVENTS.share));
  const after = readTo + more - 1;
  const { revision } = await histories.readStream(stream, { after, limit: 1 });
  return revision > after;
}

/** @returns undefined when the account is gone */
async function fitOne(
  { db, histories, optimise }: Dependencies,
  {
    learner,
    language,
    before,
  }: { readonly learner: string; readonly language: string; readonly before: Known | undefined },
  { now, signal }: Run,
): Promise<Fit | undefined> {
  const history = wholeHistory(histories, vocabularyStream(learner, language), signal);
  const found = await fitHistory(history.pages, {
    before: before?.parameters ?? undefined,
    tried: before?.reviews_tried ?? 0,
    optimise,
  });
  signal.throwIfAborted();
  return db.transaction().execute(async trx => {
    const account = await trx
      .selectFrom('accounts')
      .select('id')
      .where('id', '=', learner)
      .forKeyShare()
      .executeTakeFirst();
    if (!account) return undefined;
    const row = { read_to: history.end(), ...triedColumns(found, now()) };
    await trx
      .insertInto('review_parameters')
      .values({ learner, language, ...row })
      .onConflict(conflict => conflict.columns(['learner', 'language']).doUpdateSet(row))
      .execute();
    return found;
  });
}

function triedColumns({ reviews, tried }: Fit, now: Date) {
  if (!tried) return {};
  const { parameters, isNew, heldOut, loss } = tried;
  return {
    reviews_tried: reviews,
    held_out: heldOut,
    loss_before: loss.before,
    loss_after: loss.after,
    ...(isNew && parameters && { parameters: [...parameters], fitted_at: now, fitted_from: reviews }),
    ...(!parameters && { parameters: null, fitted_at: null, fitted_from: null }),
  };
}

/** A stream page by page, as often as wanted; what is appended after the first reading began stays unread. */
function wholeHistory(
  { readStream }: StreamReader<LearnerEvents>,
  stream: StreamOf<'vocabulary'>,
  signal: AbortSignal,
) {
  let end = Number.POSITIVE_INFINITY;
  const pages: Pages = async function* () {
    let after = -1;
    while (after < end) {
      signal.throwIfAborted();
      const limit = Math.min(EVENTS, end - after);
      const { events, revision, isLast } = await readStream(stream, { after, limit });
      yield events;
      after = revision;
      if (isLast) end = after;
    }
  };
  return { pages, end: () => end };
}
