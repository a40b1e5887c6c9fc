import { putLibrary } from '../../command-api/catalogue/put-library.ts';
import { connect } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { putBuiltInLibrary } from '../../server/library.ts';
import { makeLogins } from '../../server/sandbox/logins.ts';
import type { Template } from './database.ts';
import { smallLibrary } from './small-library.ts';

/** All tables, and an empty log. */
export const allTables: Template = { name: 'tables', prepare: url => prepare(url) };

/** The small library, too. */
export const withSmallLibrary: Template = {
  name: 'smalllibrary',
  prepare: url => prepare(url, ({ db }) => putLibrary(db, smallLibrary())),
};

/** The built-in library and the ready-made accounts, as a process that starts leaves them. */
export const withBuiltInLibrary: Template = {
  name: 'builtinlibrary',
  prepare: url =>
    prepare(url, async connection => {
      await putBuiltInLibrary(connection);
      await makeLogins(connection);
    }),
};

async function prepare(
  url: string,
  fill: (connection: ReturnType<typeof connect>) => Promise<unknown> = async () => {},
): Promise<void> {
  const connection = connect(url);
  await migrate(connection.pool);
  await postgresSnapshots(connection.pool);
  const log = await postgresLog({ url });
  await log.close();
  await fill(connection);
  await connection.close();
}
