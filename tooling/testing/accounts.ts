import { createAccountWithPassword } from '../../command-api/identity/accounts/accounts.ts';
import { connect } from '../../database/connect.ts';
import type { Role } from '../../domain/account/roles.ts';
import { isRefusal } from '../../domain/refusal.ts';

export const passwordOfAll = 'Camino-2026!';

/** Makes an account, which never signed up, in an application's database. */
export async function accountAt(
  databaseUrl: string,
  username: string,
  roles: readonly Role[],
): Promise<void> {
  const { db, close } = connect(databaseUrl);
  try {
    const email = `${username}@camino.localhost`;
    const made = await createAccountWithPassword(db, { username, password: passwordOfAll, email, roles });
    if (isRefusal(made)) throw new Error(made.refused);
  } finally {
    await close();
  }
}
