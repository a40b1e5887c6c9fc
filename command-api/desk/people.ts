import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { endSessionsOf, setRoles } from '../../facade/people.ts';
import { endSessions } from '../identity/sessions/sessions.ts';

const unknownAccount = refuse('unknown account', { field: 'id', because: 'missing' });
const notYourself = refuse('not yourself', {
  field: 'id',
  because: 'conflict',
  verbose: 'Nobody changes their own role: another admin has to.',
});

/** The admin's commands on accounts. */
export function servePeopleCommands(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(setRoles, async ({ body: { id, role }, caller }) => {
    if (id === caller.id) return notYourself;
    const roles = role === 'user' ? ['user'] : ['user', role];
    const named = await db.transaction().execute(async trx => {
      const changed = await trx
        .updateTable('accounts')
        .set({ roles })
        .where('id', '=', id)
        .returning(['username', 'email'])
        .executeTakeFirst();
      // Tokens hold the roles of when they were made.
      if (changed) await endSessions(trx, id);
      return changed;
    });
    if (!named) return unknownAccount;
    return { message: `${named.username ?? named.email} is ${said[role]} now`, isError: false };
  });

  serve(endSessionsOf, async ({ body: { id } }) => {
    const named = await nameOf(db, id);
    if (typeof named !== 'string') return named;
    await endSessions(db, id);
    return { message: `${named} is signed out everywhere`, isError: false };
  });
}

const said = { user: 'an ordinary user', employee: 'an employee', admin: 'an admin' } as const;

async function nameOf(db: Kysely<Database>, id: string): Promise<string | Refusal> {
  const found = await db
    .selectFrom('accounts')
    .select(['username', 'email'])
    .where('id', '=', id)
    .executeTakeFirst();
  return found ? (found.username ?? found.email) : unknownAccount;
}
