import { createAccountWithPassword } from '../../command-api/identity/accounts/accounts.ts';
import type { Connection } from '../../database/connect.ts';
import type { Role } from '../../domain/account/roles.ts';

export interface Login {
  readonly username: string;
  readonly password: string;
  readonly roles: readonly Role[];
}

/** Ready-made accounts. They exist in development only. */
export const logins: readonly Login[] = [
  { username: 'maria', password: 'Camino-2026!', roles: ['user'] },
  { username: 'admin', password: 'Camino-2026!', roles: ['user', 'admin'] },
];

/** Creates the ready-made accounts that do not exist yet. */
export async function makeLogins({ db }: Connection): Promise<void> {
  const known = await db
    .selectFrom('accounts')
    .select('username')
    .where(
      'username',
      'in',
      logins.map(({ username }) => username),
    )
    .execute();
  const missing = logins.filter(login => !known.some(({ username }) => username === login.username));
  await Promise.all(
    missing.map(({ username, password, roles }) =>
      createAccountWithPassword(db, { username, password, roles, email: `${username}@camino.localhost` }),
    ),
  );
}
