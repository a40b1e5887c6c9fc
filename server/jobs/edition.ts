import { followEdition } from '../../command-api/vocabulary/edition.ts';
import type { ScheduledJob } from './run-jobs.ts';

/** Checks every few minutes whether an edition of the library merged fragments. */
export function editionJob(dependencies: Parameters<typeof followEdition>[0]): ScheduledJob {
  return {
    name: 'follow-edition',
    cron: '*/5 * * * *',
    run: async signal => {
      const moved = await followEdition(dependencies, { at: new Date().toISOString(), signal });
      return moved === 0 ? [] : [`${moved} vocabularies follow the edition`];
    },
  };
}
