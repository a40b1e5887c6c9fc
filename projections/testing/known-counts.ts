import type pg from 'pg';
import { onTestFinished } from 'vitest';
import type { UpcastingLog } from '../../event-store/upcasting.ts';
import type { Projection } from '../projection.ts';
import { runProjections } from '../runner/run.ts';
import type { TestEvent } from './database.ts';

/** Helpers for specs of the runner, which use the smallest read model. */

/** A new fragment becomes known: three thirds more. */
export const changed = (learner: string, fragment: string): TestEvent => ({
  stream: `vocabulary-${learner}-spanish`,
  type: 'FragmentChanged',
  data: { epoch: 0, fragment, from: 'new', to: 'IV', cause: { kind: 'mark' } },
});

/** A learner's known count in thirds; undefined without a row or without the read model. */
export async function thirdsOf(pool: pg.Pool, learner: string): Promise<number | undefined> {
  const { rows } = await pool
    .query<{ thirds: number }>('select thirds from read_models.known_counts where learner = $1', [learner])
    .catch(() => ({ rows: [] }));
  return rows[0]?.thirds;
}

/** Runs projections until the test is over, or until they are stopped. Collects the messages for the operator. */
export function run(log: UpcastingLog, databaseUrl: string, projections: readonly Projection[]) {
  const end = new AbortController();
  const reports: string[] = [];
  const report = (line: string) => void reports.push(line);
  const done = runProjections({ log, databaseUrl, projections, signal: end.signal, report });
  const stop = async () => {
    end.abort();
    await done;
  };
  onTestFinished(stop);
  return { stop, reports };
}
