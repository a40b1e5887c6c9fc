import { expect } from 'vitest';
import { endpoints } from '../../../facade/endpoints.ts';
import { as, forLearners, from, type Target } from './target.ts';

/** Attacks with the ids of another learner. */

export async function idsOfOthers({ attack, call, learner, send }: Target): Promise<void> {
  const [victim, thief] = [await learner(), await learner()];
  const { sub } = JSON.parse(Buffer.from(victim.token.split('.')[1] ?? '', 'base64url').toString());
  const own = async () => {
    const { text } = await send('GET', '/users/data', { headers: as(victim.token) });
    const { madeAt: _madeAt, ...data } = JSON.parse(text);
    expect(data.account).toMatchObject({ email: victim.email });
    return data;
  };
  const before = await own();
  const theirs = (part: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(part).map(([name, value]) => [
        name,
        name === 'username' || name === 'credential' ? victim.username : /(^id|Id)$/.test(name) ? sub : value,
      ]),
    );
  const spared = new Set(['logout', 'deleteAccount', 'signOutEverywhere', 'login']);
  for (const endpoint of endpoints.filter(({ name }) => !spared.has(name)))
    await attack(`ids of somebody else at ${endpoint.name}`, async () => {
      const headers = { ...as(thief.token), ...from('10.9.2.1'), 'X-User-Id': sub, 'X-Account': sub };
      const answer = await call(endpoint, headers, theirs);
      // The payment provider cannot be reached from here, which is 503.
      expect(answer.status).not.toBe(500);
      expect(answer.text).not.toContain(victim.email);
      expect(answer.text).not.toContain(victim.token);
    });
  for (const { name, method, path } of forLearners.filter(one => one.method === 'GET' && !one.params))
    await attack(`somebody else in the address of ${name}`, async () => {
      const asked = `${path}?userId=${sub}&id=${sub}&account=${sub}&username=${victim.username}`;
      const answer = await send(method, asked, { headers: as(thief.token) });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain(victim.email);
    });
  expect(await own()).toEqual(before);
}
