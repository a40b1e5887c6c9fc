import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { recentLoginRequired } from '../../facade/own-account.ts';
import { endSessionsOf, setRoles } from '../../facade/people.ts';
import { lockAdmins } from '../identity/accounts/admins.ts';
import { mailNotice } from '../identity/own-account/notices.ts';
import { endSessions, isProvedRecently } from '../identity/sessions/sessions.ts';
import type { MailDependencies } from '../identity/sign-up/pending.ts';

const unknownAccount = refuse('unknown account', { field: 'id', because: 'missing' });
const notYourself = refuse('not yourself', {
  field: 'id',
  because: 'conflict',
  verbose: 'Nobody changes their own role: another admin has to.',
});

const noAdminAnyMore = refuse('You are not an admin any more.', { because: 'conflict' });

interface PeopleDependencies extends MailDependencies {
  /** Receives a line for the operator. */
  readonly log: (line: string) => void;
}

/** The admin's commands on accounts. */
export function servePeopleCommands(serve: Serve, dependencies: PeopleDependencies): void {
  const { db, log } = dependencies;
  serve(setRoles, async ({ body: { id, role }, caller }) => {
    if (id === caller.id) return notYourself;
    if (role === 'admin' && !(await isProvedRecently(db, caller.session)))
      return refuse(recentLoginRequired, {
        because: 'credentials',
        verbose: 'Please confirm that it is you.',
      });
    const roles = role === 'user' ? ['user'] : ['user', role];
    const named = await db.transaction().execute(async trx => {
      if (!(await lockAdmins(trx)).includes(caller.id)) return noAdminAnyMore;
      const changed = await trx
        .updateTable('accounts')
        .set({ roles })
        .where('id', '=', id)
        .returning(['id', 'username', 'email'])
        .executeTakeFirst();
      if (!changed) return unknownAccount;
      // Tokens contain the roles from when they were issued.
      await endSessions(trx, id);
      if (role === 'admin') await mailNotice({ ...dependencies, db: trx }, changed, 'made an admin');
      return changed;
    });
    if (isRefusal(named)) return named;
    log(`${caller.id} made ${id} ${said[role]}`);
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
