import type { Build } from '../builds/builds.ts';
import { dropTables } from '../builds/tables.ts';
import { isLockConflict, rollback, type Session } from '../session.ts';

/** Removes a build and its tables. Tables that are still being read are removed by a later call. */
export async function removeBuild(session: Session, build: Build): Promise<void> {
  const { client } = session;
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '200ms'`);
    await dropTables(client, build);
    await client.query('delete from read_models.projection_state where projection = $1 and build = $2', [
      build.projection,
      build.build,
    ]);
    await client.query('commit');
  } catch (error) {
    await rollback(session);
    if (!isLockConflict(error)) throw error;
  }
}
