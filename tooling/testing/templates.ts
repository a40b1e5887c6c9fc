import { putLibrary } from '../../command-api/catalogue/put-library.ts';
import { mailQueue } from '../../command-api/mail/queue.ts';
import { type Connection, connect } from '../../database/connect.ts';
import { migrate } from '../../database/migrate.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { projections } from '../../projections/projections.ts';
import { prepareReadModels } from '../../projections/runner/builds/builds.ts';
import { putBuiltInLibrary } from '../../server/library.ts';
import { makeLogins } from '../../server/sandbox/logins.ts';
import type { Template } from './database.ts';
import { smallLibrary } from './small-library.ts';

/** All tables, and an empty log. */
export const allTables: Template = {
  name: 'tables',
  prepare: connected(async ({ pool }, url) => {
    await migrate(pool);
    await postgresSnapshots(pool);
    const log = await postgresLog({ url });
    await log.close();
  }),
};

/** The tables of the mail queue, too. */
export const withMailQueue: Template = {
  name: 'mailqueue',
  from: allTables,
  prepare: connected(async ({ db }, url) => {
    const queue = await mailQueue({ databaseUrl: url, db, send: async () => {}, report: () => {} });
    await queue.close();
  }),
};

/** All tables, and the small library. */
export const withSmallLibrary: Template = {
  name: 'smalllibrary',
  from: allTables,
  prepare: connected(({ db }) => putLibrary(db, smallLibrary())),
};

/** And the tables of the read models, as the projections make them when they first run; nothing has been built. */
export const withEmptyReadModels: Template = {
  name: 'readmodels',
  from: withSmallLibrary,
  prepare: connected(({ pool }) => prepareReadModels(pool, projections)),
};

/** The built-in library, as a process in production that starts leaves it. */
export const inProduction: Template = {
  name: 'production',
  from: allTables,
  prepare: connected(connection => putBuiltInLibrary(connection)),
};

/** The ready-made accounts of development, too. */
export const withBuiltInLibrary: Template = {
  name: 'builtinlibrary',
  from: inProduction,
  prepare: connected(makeLogins),
};

/** A step that gets connections, which are closed after it. */
function connected(step: (connection: Connection, url: string) => Promise<unknown>): Template['prepare'] {
  return async url => {
    const connection = connect(url);
    try {
      await step(connection, url);
    } finally {
      await connection.close();
    }
  };
}
