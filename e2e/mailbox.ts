import { expect, inject } from 'vitest';
import type { ReceivedMail } from '../server/sandbox/mailbox/store.ts';
import { proofOfHuman } from '../tooling/testing/human.ts';

/** The newest mail to an address with this in its subject, once there are so many. */
export async function mailTo(address: string, subject: string, least = 1): Promise<ReceivedMail> {
  const found = async () => {
    const mails = (await (await fetch(`${inject('appUrl')}/dev/mail.json`)).json()) as ReceivedMail[];
    return mails.filter(one => one.to.includes(address) && one.subject.includes(subject));
  };
  await expect.poll(async () => (await found()).length).toBeGreaterThanOrEqual(least);
  const [newest] = await found();
  if (!newest) throw new Error('no mail');
  return newest;
}

interface Wanted {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

async function post(path: string, body: unknown): Promise<Response> {
  return fetch(inject('appUrl') + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
}

/** Signs up by a call, without the page. */
export async function signUpAs(wanted: Wanted): Promise<void> {
  const reply = await post('/auth/sign-up', { ...wanted, proof: await proofOfHuman(inject('appUrl')) });
  if (!reply.ok) throw new Error(await reply.text());
}

/** Makes an account with a verified address, without the pages. */
export async function makeAccount(wanted: Wanted): Promise<void> {
  await signUpAs(wanted);
  const { links } = await mailTo(wanted.email, 'Verify');
  const code = links.find(link => link.includes('/verify-email#'))?.split('#')[1];
  const reply = await post('/email-verification', { code, password: wanted.password });
  if (!reply.ok) throw new Error(await reply.text());
}
