import type { ChildProcess } from 'node:child_process';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { connect } from '../database/connect.ts';
import type { Role } from '../domain/account/roles.ts';
import { withDatabase } from '../server/commands/database.ts';
import { freePort } from '../server/postgres/port.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';

/** An application of the spec's own, for what would change everything for the others. */
export async function ownApp(): Promise<{
  readonly url: string;
  readonly account: (username: string, roles: readonly Role[]) => Promise<void>;
  readonly close: () => Promise<void>;
}> {
  const { directory, remove } = await runDirectory();
  const port = await freePort();
  const app: ChildProcess = await startApp({ port, directory });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/health/ready`)).ok) await new Promise(resolve => setTimeout(resolve, 50));
  return {
    url,
    account: (username, roles) => accountAt(directory, username, roles),
    close: async () => {
      await stopApp(app);
      await remove();
    },
  };
}

export const passwordOfAll = 'Camino-2026!';

/** Makes an account in the application's own database. */
export function accountAt(directory: string, username: string, roles: readonly Role[]): Promise<void> {
  return withDatabase({ databaseUrl: undefined, dataDirectory: directory }, async ({ url }) => {
    const { db, close } = connect(url);
    try {
      const email = `${username}@camino.localhost`;
      await createAccountWithPassword(db, { username, password: passwordOfAll, email });
      await db
        .updateTable('accounts')
        .set({ roles: [...roles] })
        .where('username', '=', username)
        .execute();
    } finally {
      await close();
    }
  });
}
