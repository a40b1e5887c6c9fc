import type pg from 'pg';
import { deleteExpiredRows } from '../../database/retention.ts';
import type { ScheduledJob } from './run-jobs.ts';

/** Deletes personal data after its declared retention period; runs every hour. */
export function retention(pool: pg.Pool): ScheduledJob {
  return {
    name: 'drop-what-is-too-old',
    cron: '40 * * * *',
    run: async () =>
      Object.entries(await deleteExpiredRows(pool)).map(([table, rows]) => `${rows} of ${table}`),
  };
}
