import type pg from 'pg';
import { dropWhatIsTooOld } from '../../database/retention.ts';
import type { ScheduledJob } from './run-jobs.ts';

/** Every hour: what is personal is kept no longer than declared. */
export function retention(pool: pg.Pool): ScheduledJob {
  return {
    name: 'drop-what-is-too-old',
    cron: '40 * * * *',
    run: async () =>
      Object.entries(await dropWhatIsTooOld(pool)).map(([table, rows]) => `${rows} of ${table}`),
  };
}
