import { isRefusal, refuse } from '../../../domain/refusal.ts';
import { uuidOf } from '../../../event-store/aggregate/event-ids.ts';
import type { Serve } from '../../../facade/express/api.ts';
import { forgotPassword, redeemResetCode, setPassword } from '../../../facade/identity.ts';
import { renderMail } from '../../mail/render-mail.ts';
import { addressOf, clearAttempts, overLimit } from '../../rate-limits.ts';
import { accountByEmail, lockAccount } from '../accounts/accounts.ts';
import { hashPassword } from '../accounts/passwords.ts';
import { type IdentityDependencies, secureCookies } from '../dependencies.ts';
import { replacePassword } from '../own-account/new-password.ts';
import { mailNotice } from '../own-account/notices.ts';
import { resetToken } from '../sessions/access-token.ts';
import { setDeviceCookie } from '../sessions/device-cookie.ts';
import { clearRefreshCookie } from '../sessions/refresh-cookie.ts';
import { pendingOf } from '../sign-up/pending.ts';
import { CODE_MINUTES, isRedeemed, newResetCode, redeem } from './reset-codes.ts';

const unableToReset = refuse('unable to reset password', { because: 'credentials', field: 'password' });

/** Forgot password (spec 4, 7, 8): a mailed code is exchanged for a token that can only set a password. */
export function servePasswordReset(serve: Serve, dependencies: IdentityDependencies): void {
  const { db, keys, publicUrl, queueMail } = dependencies;

  serve(forgotPassword, async ({ body: { email }, commandId, http }) => {
    const wait = await overLimit(
      dependencies,
      http.response,
      { of: 'resetFromAddress', by: [addressOf(http.request)] },
      // One stranger does not keep the owner from a code.
      { of: 'reset', by: [addressOf(http.request), email] },
    );
    if (wait) return wait;
    const account = await accountByEmail(db, email);
    if (!account) {
      const [pending] = await pendingOf(db, email);
      return pending
        ? refuse('unable to send forgot password code to unverified email', {
            field: 'email',
            username: pending.username,
            email,
          })
        : refuse('unable to send forgot password code', { because: 'missing', field: 'email', email });
    }
    const username = account.username ?? '';
    if (account.provider !== null && account.password_hash === null)
      return refuse('unable to send forgot password code to oauthed user', {
        field: 'email',
        username,
        email,
      });
    await db.transaction().execute(async trx => {
      // One at a time. The account is in the mail's id, because the same command id may come with another address.
      await trx.selectFrom('accounts').select('id').where('id', '=', account.id).forUpdate().execute();
      const id = uuidOf(['reset', account.id, commandId]);
      const posted = await trx.selectFrom('mails').select('id').where('id', '=', id).executeTakeFirst();
      // Sent again because its reply was lost: the code that was mailed stays valid.
      if (posted) return;
      const code = await newResetCode(trx, account.id);
      // The mailbox has enough valid ones; the reply says the same.
      if (code === undefined) return;
      const mail = renderMail({
        to: email,
        subject: 'Your code for a new password',
        greeting: username ? `Hello ${username},` : 'Hello,',
        paragraphs: ['Somebody asked for a new password for your account. This is the code:'],
        code,
        action: { label: 'Enter the code', link: `${publicUrl}/forgot-password#code` },
        closing: `The code is valid for ${CODE_MINUTES} minutes. If it was not you, you need not do anything: your password stays as it is.`,
      });
      await queueMail(mail, { db: trx, id, account: account.id });
    });
    return { message: 'sent forgot password code', username, email };
  });

  serve(redeemResetCode, async ({ body: { code }, http }) => {
    const by = [addressOf(http.request)];
    const wait = await overLimit(dependencies, http.response, { of: 'redeem', by });
    if (wait) return wait;
    const redeemed = await redeem(db, code);
    return isRefusal(redeemed) ? redeemed : { accessToken: resetToken(keys, redeemed) };
  });

  serve(setPassword, async ({ body: { password }, caller, http: { request, response } }) => {
    // Before the slow hash, so that a used token costs next to nothing.
    if (!(await isRedeemed(db, caller))) return unableToReset;
    const password_hash = await hashPassword(password);
    const account = await db.transaction().execute(async trx => {
      await lockAccount(trx, caller.id);
      if (!(await isRedeemed(trx, caller))) return undefined;
      const set = await replacePassword(trx, caller.id, password_hash);
      if (set) await mailNotice({ ...dependencies, db: trx }, set, 'password reset');
      return set;
    });
    if (!account) return unableToReset;
    // The caller has proved the mailbox, so failed attempts with the old password no longer block the login.
    for (const by of [[account.id], ['confirm', account.id]])
      await clearAttempts(dependencies.pool, { of: 'loginOfAccount', by });
    await clearAttempts(dependencies.pool, { of: 'login', by: [addressOf(request), account.id] });
    const secure = secureCookies(dependencies);
    clearRefreshCookie(response, secure);
    setDeviceCookie(response, keys, secure, account);
    return { message: 'updated password', username: account.username ?? '', email: account.email };
  });
}
