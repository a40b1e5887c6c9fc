import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Serve } from '../../facade/express/api.ts';
import { ownResets, resetTrail } from '../../facade/people.ts';
import type { Queried, ReadModels } from '../consistency.ts';
import { namesOf } from './names.ts';

/** The audit trail of resets. A reset of several languages is one command and one row here. */
export function serveResetTrail(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(ownResets, async ({ caller, ...freshness }) => {
    const rows = await read.rows(['vocabulary-resets'], freshness, queried =>
      resets(queried).where('learner', '=', caller.id),
    );
    return rows.map(times);
  });

  serve(resetTrail, async freshness => {
    const rows = await read.rows(['vocabulary-resets'], freshness, queried => resets(queried).limit(100));
    const names = await namesOf(
      db,
      rows.flatMap(({ learner, reset_by, undone_by }) => [learner, reset_by, undone_by]),
    );
    const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
    return rows.map(row => ({
      ...times(row),
      learner: row.learner,
      username: nameOf(row.learner),
      by: nameOf(row.reset_by),
      undoneBy: nameOf(row.undone_by),
    }));
  });
}

function resets(db: Kysely<Queried>) {
  return db
    .selectFrom('read_models.vocabulary_resets')
    .select(({ fn }) => [
      'learner',
      'reset_at',
      'reset_by',
      fn.max('undone_at').as('undone_at'),
      fn.max('undone_by').as('undone_by'),
    ])
    .groupBy(['learner', 'reset_at', 'reset_by'])
    .orderBy('reset_at', 'desc');
}

interface Times {
  readonly reset_at: Date | null;
  readonly undone_at: Date | null;
}

// `reset_at` is null only where the joined row is missing.
function times({ reset_at, undone_at }: Times) {
  return { at: reset_at?.toISOString() ?? '', undoneAt: undone_at?.toISOString() ?? null };
}
