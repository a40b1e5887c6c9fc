import { type Kysely, sql } from 'kysely';
import { refuse } from '../domain/refusal.ts';
import type { ReplyOf } from '../facade/endpoint.ts';
import type { Serve } from '../facade/express/api.ts';
import { activity, knownCounts } from '../facade/progress.ts';
import type { Queried, ReadModels } from './consistency.ts';

/** How the known count grew, and the learner's activity by day. */
export function serveKnownCounts(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(knownCounts, ({ caller, query, ...freshness }) => {
    const models = ['known-count-days', 'vocabulary-entries', 'fragment-histories'] as const;
    return read.snapshot(models, freshness, async snapshot => {
      const language = await snapshot
        .selectFrom('languages')
        .select('id')
        .where('id', '=', query.languageId)
        .executeTakeFirst();
      if (!language) return refuse('unknown language', { field: 'languageId', because: 'missing' });
      const owner = { learner: caller.id, language: language.id };
      return { days: await daysOf(snapshot, owner), credited: await creditedOf(snapshot, owner) };
    });
  });

  serve(activity, async ({ caller, ...freshness }) => {
    const rows = await read.rows(['learner-days'], freshness, db =>
      db
        .selectFrom('read_models.learner_days')
        .select([sql<string>`to_char(day, 'YYYY-MM-DD')`.as('date'), 'milliseconds', 'answers', 'sentences'])
        .where('learner', '=', caller.id)
        .orderBy('day'),
    );
    return rows.map(({ date, milliseconds, answers, sentences }) => ({
      day: date,
      milliseconds: Number(milliseconds),
      answers,
      sentences,
    }));
  });
}

interface Owner {
  readonly learner: string;
  readonly language: string;
}

type Days = ReplyOf<typeof knownCounts>['days'];

/** Each day with a change: the sum of all changes up to it in the epoch that was current on it. */
async function daysOf(snapshot: Kysely<Queried>, { learner, language }: Owner): Promise<Days> {
  const { rows } = await sql<{
    day: string;
    known: string;
    read: number;
    reviewed: number;
    credited: number;
    raised: number;
    lowered: number;
  }>`
    select to_char(day, 'YYYY-MM-DD') as day, known, read, reviewed, credited, raised, lowered
    from (
      select *, sum(read + reviewed + credited + raised + lowered) over (partition by epoch order by day) as known
      from read_models.known_count_days where learner = ${learner} and language = ${language}) as changes
    where current order by changes.day`.execute(snapshot);
  return rows.map(({ day, known, read, reviewed, credited, raised, lowered }) => [
    day,
    Number(known),
    read,
    reviewed,
    credited,
    raised,
    lowered,
  ]);
}

async function creditedOf(snapshot: Kysely<Queried>, { learner, language }: Owner): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int4 as count
    from read_models.vocabulary_epochs now
    join read_models.vocabulary_entries entry using (learner, language, epoch)
    join read_models.fragment_histories history using (learner, language, epoch, fragment)
    where now.learner = ${learner} and now.language = ${language}
      and entry.level = 'IV' and history.credited`.execute(snapshot);
  return rows[0]?.count ?? 0;
}
