import { expect } from 'vitest';
import { endpoints } from '../../../facade/endpoints.ts';
import { as, forLearners, from, type Target } from './target.ts';

/** Attacks by what a body contains: fields that are not its own, strange JSON, lines for the head of a mail. */

export async function massAssignment({ attack, call, learner, send }: Target): Promise<void> {
  const { token } = await learner();
  const extra: Readonly<Record<string, unknown>> = {
    roles: ['admin'],
    activeSubscription: true,
    id: 'f'.repeat(32),
    verified_at: '2020-01-01',
    UserInfo: { roles: ['admin'] },
  };
  for (const endpoint of endpoints.filter(({ body, name }) => body && name !== 'stripeWebhook'))
    for (const [field, value] of Object.entries(extra))
      await attack(`${field} in the body of ${endpoint.name}`, async () => {
        const reset = endpoint.callers === 'resetting';
        const answer = await call(endpoint, reset ? {} : as(token), part => ({ ...part, [field]: value }));
        const forAdmins = reset || !(endpoint.callers === 'anyone' || forLearners.includes(endpoint));
        expect(answer.status).toBe(forAdmins ? 403 : 400);
      });
  const { text } = await send('GET', '/users/profile', { headers: as(token) });
  expect(JSON.parse(text)).toMatchObject({ roles: ['user'], activeSubscription: false });
}

export async function strangeJson({ attack, learner, send }: Target): Promise<void> {
  const { token } = await learner();
  const deep = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const bodies: Readonly<Record<string, string>> = {
    'three megabytes': JSON.stringify({ credential: 'a', password: 'x'.repeat(3_000_000) }),
    'ten thousand deep': deep(10_000),
    'arrays in arrays': '['.repeat(20_000) + ']'.repeat(20_000),
    'a thousand fields': JSON.stringify(
      Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, at])),
    ),
    __proto__: '{"__proto__":{"roles":["admin"]}}',
    constructor: '{"constructor":{"prototype":{"roles":["admin"]}}}',
    'an object where text belongs': '{"credential":{"$ne":null},"password":{"$ne":null}}',
    'not JSON': '{"credential":',
    'a NUL': '{"credential":"a\\u0000b","password":"x"}',
  };
  for (const { name, method, path } of endpoints.filter(({ body, name }) => body && name !== 'stripeWebhook'))
    for (const [what, body] of Object.entries(bodies))
      await attack(`${what} at ${name}`, async () => {
        const { status, text } = await send(method, path.replace(/:\w+/g, 'google'), {
          body,
          headers: as(token),
        }).catch(() => ({ status: 413, text: '' }));
        expect([400, 403, 413, 422, 429]).toContain(status);
        expect(text).not.toContain(' at ');
      });
}

export async function linesInMail({ attack, learner, mail, send }: Target): Promise<void> {
  const { token } = await learner();
  let taken = 0;
  const smuggled = [
    '\r\nBcc: victim@correo.example',
    '\nBcc: victim@correo.example',
    '\rX: y',
    '\u2028Bcc: v@x.example',
  ];
  for (const path of ['/contact/contact-us', '/contact/report-issue'])
    for (const field of ['name', 'email', 'subject'] as const)
      for (const lines of smuggled)
        await attack(`${JSON.stringify(lines)} in ${field} at ${path}`, async () => {
          const good = { name: 'Ana', email: 'ana@correo.example', subject: 'Hello', message: 'Hello.' };
          const body = { ...good, [field]: good[field] + lines };
          const { status } = await send('POST', path, { body, headers: from('10.9.3.1') });
          if (status === 200) taken++;
          else expect([field, status]).toEqual(['email', 400]);
        });
  for (const email of [
    'a@x.example\r\nBcc: v@x.example',
    'a@x.example,v@x.example',
    'a@x.example>',
    '"a\r\nb"@x.example',
    'g:v@x.example;',
  ])
    for (const path of ['/forgot-password', '/email-verification/resend', '/users/email'])
      await attack(`${JSON.stringify(email)} at ${path}`, async () => {
        const headers = { ...as(token), ...from('10.9.3.2') };
        expect((await send('POST', path, { body: { email }, headers })).status).toBe(400);
      });
  // What is taken is the text of a mail to the team, and nothing of its head.
  const written = () => mail.mails.filter(({ text }) => text?.includes('ana@correo.example'));
  await expect.poll(() => written().length).toBe(taken);
  for (const { headers, to } of written()) {
    expect(to?.map(({ address }) => address)).toEqual(['contact@camino.localhost']);
    expect(headers.map(({ key }) => key).filter(key => key === 'bcc' || key === 'x')).toEqual([]);
  }
}
