import { type Refusal, refuse } from '../../../domain/refusal.ts';
import type { Caller, Serve } from '../../../facade/express/api.ts';
import { setUsername } from '../../../facade/identity.ts';
import * as own from '../../../facade/own-account.ts';
import { overLimit } from '../../rate-limits.ts';
import { deleteAccountWithin } from '../account-deletion/delete-account.ts';
import { accountById, duplicate, lockAccount, rolesOf, takenBy } from '../accounts/accounts.ts';
import { lockAdmins } from '../accounts/admins.ts';
import { hashPassword, isPassword } from '../accounts/passwords.ts';
import { usernameProblem } from '../accounts/usernames.ts';
import { type IdentityDependencies, secureCookies } from '../dependencies.ts';
import { clearDeviceCookie } from '../sessions/device-cookie.ts';
import { clearRefreshCookie } from '../sessions/refresh-cookie.ts';
import { wrongPassword } from '../sessions/serve-sessions.ts';
import { endSessions, isProvedRecently, isStillOpen } from '../sessions/sessions.ts';
import { askForEmail, confirmEmailChange, refuseNewEmail, revertEmailChange } from './email-change.ts';
import { accountDataOf } from './my-data.ts';
import { replacePassword } from './new-password.ts';
import { mailNotice } from './notices.ts';
import { sessionsOf } from './session-list.ts';

const unknownAccount = refuse('unknown account', { because: 'missing' });
const notProved = refuse(own.recentLoginRequired, {
  because: 'credentials',
  verbose: 'Please confirm that it is you.',
});

const lastAdmin = refuse('last admin', {
  because: 'conflict',
  verbose: 'You are the only admin. Make somebody else an admin first.',
});

/** Commands and queries of learners on their own accounts. */
export function serveOwnAccount(serve: Serve, dependencies: IdentityDependencies): void {
  const { db, limits, pool } = dependencies;

  async function refuseWithoutRecentLogin({ session }: Caller): Promise<Refusal | undefined> {
    return (await isProvedRecently(db, session)) ? undefined : notProved;
  }

  serve(setUsername, async ({ body: { username }, caller }) => {
    const refused = usernameProblem(username);
    if (refused) return { ...refused, username };
    const account = await accountById(db, caller.id);
    if (!account) return unknownAccount;
    if (account.username === username) return { username };
    if (account.username !== null)
      return refuse('This account has a username already.', { because: 'conflict', field: 'username' });
    const named = await db
      .updateTable('accounts')
      .set({ username })
      .where('id', '=', caller.id)
      .where('username', 'is', null)
      .returning('username')
      .executeTakeFirst()
      .catch(async error => {
        // Another account took it at the same moment.
        if (await takenBy(db, username, '')) return undefined;
        throw error;
      });
    return named ? { username } : duplicate('username', username, account.email);
  });

  serve(own.sessions, ({ caller }) => sessionsOf(db, caller));

  serve(own.signOutEverywhere, async ({ caller, http: { response } }) => {
    const refused = await refuseWithoutRecentLogin(caller);
    if (refused) return refused;
    await db.transaction().execute(async trx => {
      // Before the sessions, as a deletion does: otherwise the two could wait for each other.
      await lockAccount(trx, caller.id);
      await endSessions(trx, caller.id);
      const account = await accountById(trx, caller.id);
      if (account) await mailNotice({ ...dependencies, db: trx }, account, 'signed out everywhere');
    });
    clearRefreshCookie(response, secureCookies(dependencies));
    return { message: 'signed out everywhere' };
  });

  serve(own.changePassword, async ({ body: { currentPassword, password }, caller, http }) => {
    const refused =
      (await refuseWithoutRecentLogin(caller)) ??
      (await overLimit({ pool, limits }, http.response, { of: 'login', by: ['change', caller.id] }));
    if (refused) return refused;
    const account = await accountById(db, caller.id);
    if (!account) return unknownAccount;
    if (!(await isPassword(account.password_hash, currentPassword)))
      return { ...wrongPassword, field: 'currentPassword' };
    const password_hash = await hashPassword(password);
    const isChanged = await db.transaction().execute(async trx => {
      await lockAccount(trx, caller.id);
      // Whoever set another password meanwhile has ended this session.
      if (!(await isStillOpen(trx, caller.session))) return false;
      await replacePassword(trx, caller.id, password_hash, caller.session);
      await mailNotice({ ...dependencies, db: trx }, account, 'password changed');
      return true;
    });
    return isChanged ? { message: 'password changed' } : notProved;
  });

  serve(own.changeEmail, async ({ body: { email }, caller, http }) => {
    const refused =
      (await refuseWithoutRecentLogin(caller)) ??
      (await overLimit({ pool, limits }, http.response, { of: 'tryEmail', by: [caller.id] }));
    if (refused) return refused;
    const account = await accountById(db, caller.id);
    if (!account) return unknownAccount;
    // Counted only for a mail, so that a mistyped address does not cost a day.
    const unmailed =
      (await refuseNewEmail(db, account, email)) ??
      (await overLimit({ pool, limits }, http.response, { of: 'changeEmail', by: [caller.id] }));
    if (unmailed) return unmailed;
    const isMailed = await db.transaction().execute(async trx => {
      await lockAccount(trx, caller.id);
      // Whoever ended the session meanwhile has ended the changes that were asked for in it, too.
      if (!(await isStillOpen(trx, caller.session))) return false;
      await askForEmail({ ...dependencies, db: trx }, account, email);
      return true;
    });
    return isMailed ? { message: 'sent confirmation link', email } : notProved;
  });

  serve(own.confirmEmail, async ({ body: { code } }) => {
    const changed = await confirmEmailChange(dependencies, code);
    return 'refused' in changed ? changed : { message: 'changed email', ...changed };
  });

  serve(own.revertEmail, async ({ body: { code } }) => {
    const reverted = await revertEmailChange(db, code);
    return 'refused' in reverted ? reverted : { message: 'reverted email', ...reverted };
  });

  serve(own.myData, async ({ caller }) => (await accountDataOf(dependencies, caller)) ?? unknownAccount);

  serve(own.deleteAccount, async ({ caller, http: { response } }) => {
    const refused = await refuseWithoutRecentLogin(caller);
    if (refused) return refused;
    const account = await accountById(db, caller.id);
    if (!account) return unknownAccount;
    const isDeleted = await db.transaction().execute(async trx => {
      const isAdmin = rolesOf(account).includes('admin');
      if (isAdmin && !(await lockAdmins(trx)).some(other => other !== account.id)) return false;
      await deleteAccountWithin(trx, dependencies.accountDeletion, account.id);
      await mailNotice({ ...dependencies, db: trx }, account, 'account deleted');
      return true;
    });
    if (!isDeleted) return lastAdmin;
    clearRefreshCookie(response, secureCookies(dependencies));
    clearDeviceCookie(response, secureCookies(dependencies));
    return { message: 'account deleted' };
  });
}
