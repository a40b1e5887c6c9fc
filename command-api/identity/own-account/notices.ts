import { renderMail } from '../../mail/render-mail.ts';
import type { Account } from '../accounts/accounts.ts';
import type { MailDependencies } from '../sign-up/pending.ts';

const sentences = {
  'password reset':
    'Your password was set anew with a code from your mail, and every device was signed out. A Google account that was linked is not linked any more.',
  'password changed':
    'Your password was changed, and every other device was signed out. A Google account that was linked is not linked any more.',
  'google linked': 'Your account was linked with Google: you can sign in with it from now on.',
  'signed out everywhere': 'Every device was signed out of your account.',
  'made an admin': 'An admin made you an admin, too, and every device was signed out of your account.',
  'account deleted':
    'Your account was deleted as you asked, and with it everything personal that was stored about you. This is the last mail.',
} as const;

/** Mails the owner about a change that an attacker might have made; queued in the transaction of the change. */
export async function mailNotice(
  { db, queueMail, publicUrl }: MailDependencies,
  { id, email, username }: Pick<Account, 'id' | 'email' | 'username'>,
  what: keyof typeof sentences,
): Promise<void> {
  const gone = what === 'account deleted';
  const mail = renderMail({
    to: email,
    subject: gone ? 'Your account was deleted' : 'Your account was changed',
    greeting: username ? `Hello ${username},` : 'Hello,',
    paragraphs: [sentences[what]],
    action: gone
      ? { label: 'Write to us', link: `${publicUrl}/contact` }
      : { label: 'It was not me', link: `${publicUrl}/forgot-password` },
    closing: gone
      ? 'If it was not you, please write to us.'
      : 'If it was you, you need not do anything. If not, set a new password at once: it signs out everybody else and unlinks Google.',
  });
  await queueMail(mail, { db, ...(!gone && { account: id }) });
}
