import type pg from 'pg';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/builds/builds.ts';
import { announceMove } from '../../projections/runner/control.ts';
import { setLogInUse } from '../log-in-use.ts';

/** Commands use this log from now on, and every read model is rebuilt from it. */
export async function changeLogInUse(pool: pg.Pool, logId: string): Promise<void> {
  await prepareReadModels(pool, projections);
  await announceMove(pool, logId);
  await setLogInUse(pool, logId);
}
