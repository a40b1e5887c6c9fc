import { setTimeout as pause } from 'node:timers/promises';
import type { Role } from '../domain/account/roles.ts';
import { freePort } from '../server/postgres/port.ts';
import { accountAt } from '../tooling/testing/accounts.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import { runDirectory } from '../tooling/testing/run-directory.ts';
import { withBuiltInLibrary } from '../tooling/testing/templates.ts';

export interface OwnApp {
  readonly url: string;
  /** Makes an account, whose password is `passwordOfAll`. */
  readonly account: (username: string, roles: readonly Role[]) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** An application of the spec's own, for what would change everything for the others. */
export async function ownApp(): Promise<OwnApp> {
  const [{ directory, remove }, { url: databaseUrl, drop }, port] = await Promise.all([
    runDirectory(),
    testDatabase({ keep: true, template: withBuiltInLibrary }),
    freePort(),
  ]);
  const app = await startApp({ port, directory }, { DATABASE_URL: databaseUrl });
  const url = `http://localhost:${port}`;
  while (!(await fetch(`${url}/health/ready`)).ok) await pause(50);
  return {
    url,
    account: (username, roles) => accountAt(databaseUrl, username, roles),
    close: async () => {
      await stopApp(app);
      await drop();
      await remove();
    },
  };
}
