import { expect } from 'vitest';
import { type Answer, as, from, type Target } from './target.ts';

/** Attacks by addresses: redirects that lead away, paths out of the static files. */

export async function redirectsAway({ attack, learner, send }: Target): Promise<void> {
  const { token } = await learner();
  const elsewhere = ['https://evil.example', '//evil.example', '/\\evil.example', 'javascript:alert(1)'];
  const leadsAway = ({ headers }: Answer) =>
    headers.location !== undefined && !/^\/(?![/\\])/.test(headers.location);
  for (const place of elsewhere)
    for (const name of ['origin', 'redirect', 'next', 'return', 'redirect_uri', 'token', 'state', 'url'])
      for (const path of ['/login', '/auth/login/google', '/auth/login/google/callback', '/'])
        await attack(`${path}?${name}=${place}`, async () => {
          const asked = `${path}?${name}=${encodeURIComponent(place)}`;
          expect(leadsAway(await send('GET', asked, { headers: from('10.9.4.1') }))).toBe(false);
        });
  for (const path of [
    '//evil.example',
    '//evil.example/..',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/%5cevil.example',
    '/library//evil.example/',
  ])
    await attack(`the address ${path}`, async () => expect(leadsAway(await send('GET', path))).toBe(false));
  for (const path of ['/stripe/create-checkout-session', '/stripe/create-portal-session'])
    for (const field of ['url', 'returnUrl', 'success_url', 'cancel_url', 'origin'])
      await attack(`${field} at ${path}`, async () => {
        const body = { lookup_key: 'standard_monthly', customerId: 'cus_1', [field]: 'https://evil.example' };
        const headers = { ...as(token), Host: 'evil.example', Origin: 'https://evil.example' };
        const answer = await send('POST', path, { body, headers });
        expect([400, 403]).toContain(answer.status);
        expect(answer.text).not.toContain('evil.example');
      });
}

export async function climbingPaths({ attack, send }: Target): Promise<void> {
  const climbs = [
    '../',
    '..%2f',
    '%2e%2e/',
    '%2e%2e%2f',
    '..%5c',
    '..\\',
    '....//',
    '%252e%252e%252f',
    '..%00/',
    '..;/',
  ];
  const targets = ['package.json', 'etc/passwd', 'server/main.ts', '.git/HEAD', '.data/token-secret'];
  for (const climb of climbs)
    for (const target of targets)
      for (const place of ['/', '/assets/', '/answers/', '/dev/mail/'])
        await attack(place + climb + target, async () => {
          const { status, text } = await send('GET', place + climb.repeat(6) + target);
          expect(status).toBeLessThan(500);
          expect(text).not.toMatch(/root:|"name": "camino"|import \{|ref: refs/);
        });
}
