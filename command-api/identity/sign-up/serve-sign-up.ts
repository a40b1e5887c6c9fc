import type { Transaction } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import { isRefusal, refuse } from '../../../domain/refusal.ts';
import type { Serve } from '../../../facade/express/api.ts';
import {
  humanChallenge,
  humanCheck,
  openVerification,
  resendVerification,
  signUp,
  verifyEmail,
} from '../../../facade/identity.ts';
import { addressOf, overLimit } from '../../rate-limits.ts';
import { accountByEmail } from '../accounts/accounts.ts';
import { usernameProblem } from '../accounts/usernames.ts';
import type { IdentityDependencies } from '../dependencies.ts';
import { hashOf } from '../secret.ts';
import { activate, isStored, openLink, pendingOf, resendLinks, signUpPending } from './pending.ts';

/** Sign-up and verification (spec 4, 5, 7, 8). */
export function serveSignUp(serve: Serve, dependencies: IdentityDependencies): void {
  const { db, human } = dependencies;

  serve(humanCheck, async () => ({ recaptchaSiteKey: human.recaptchaSiteKey }));
  serve(humanChallenge, () => human.challenge());

  serve(signUp, async ({ body: { username, email, password, proof }, commandId, http }) => {
    const by = [addressOf(http.request)];
    const wait = await overLimit(dependencies, http.response, { of: 'signUp', by });
    if (wait) return wait;
    const refused = usernameProblem(username);
    if (refused) return { ...refused, username, email };
    const wanted = { username, email, password };
    const created = { message: 'created new user', username, email };
    const notHuman = refuse('please verify you are human', { field: 'recaptcha', username, email });
    // Before the proof, which such a sign-up has used up.
    if (await isStored(db, commandId, wanted)) return created;
    if (!(await human.passes(proof))) return notHuman;
    const spendProof = async (trx: Transaction<Database>) =>
      (await human.spend(trx, proof)) ? undefined : notHuman;
    return (await signUpPending(dependencies, commandId, wanted, spendProof)) ?? created;
  });

  serve(resendVerification, async ({ body: { email }, http }) => {
    const by = [addressOf(http.request)];
    const wait = await overLimit(dependencies, http.response, { of: 'resendFromAddress', by });
    if (wait) return wait;
    if (await accountByEmail(db, email))
      return refuse('This email is verified already. You can log in.', {
        because: 'conflict',
        field: 'email',
        email,
      });
    const [newest] = await pendingOf(db, email);
    if (!newest)
      return refuse('unable to resend verification email', { because: 'missing', field: 'email', email });
    // Counted only for a mail, so that nobody uses up the limit of another's mailbox without one.
    const full = await overLimit(dependencies, http.response, { of: 'resend', by: [email] });
    if (full) return full;
    await db.transaction().execute(trx => resendLinks({ ...dependencies, db: trx }, email));
    return { message: 'resent verification email', username: newest.username, email };
  });

  serve(openVerification, ({ body }) => openLink(db, body.code));

  serve(verifyEmail, async ({ body: { code, password }, http }) => {
    // Codes that somebody makes up are not counted, because there is no end of them.
    const opened = await openLink(db, code);
    if (isRefusal(opened)) return opened;
    const wait = await overLimit(dependencies, http.response, { of: 'verify', by: [hashOf(code)] });
    if (wait) return wait;
    const link = await activate(db, code, password);
    if (isRefusal(link)) return link;
    return { message: 'verified email', username: link.username, email: link.email };
  });
}
