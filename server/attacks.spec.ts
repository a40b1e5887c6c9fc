import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testsInOrder } from '../tooling/testing/in-order.ts';
import { linesInMail, massAssignment, strangeJson } from './testing/attacks/bodies-and-mail.ts';
import { idsOfOthers } from './testing/attacks/ids-of-others.ts';
import { climbingPaths, redirectsAway } from './testing/attacks/paths-and-redirects.ts';
import {
  madeUpTokens,
  secondUse,
  stuffedCredentials,
  useAfterLogout,
} from './testing/attacks/sessions-and-tokens.ts';
import { openTarget, type Target } from './testing/attacks/target.ts';

/**
 * Attacks on accounts, tried from outside on the whole application as production runs it. The last two tests say how many
 * were tried, and look for every secret that was used in what the server wrote to its log.
 */

let target: Target;
testsInOrder();
beforeAll(async () => {
  target = await openTarget();
});
afterAll(() => target?.close());

test('credential stuffing: one account, many accounts, many addresses', () => stuffedCredentials(target));

test('tokens that were made up, altered, or are too old', () => madeUpTokens(target));

test('what was stolen before a logout opens nothing after it, at any endpoint', () => useAfterLogout(target));

test('a refresh token, a reset code and a link are good once', () => secondUse(target));

test('mass assignment: no body takes more than its own fields', () => massAssignment(target));

test('another learner’s ids, at every endpoint: nothing is shown, nothing changes', () =>
  idsOfOthers(target));

test('JSON that is too large, too deep or strange', () => strangeJson(target));

test('lines smuggled into mail', () => linesInMail(target));

test('redirects that lead away', () => redirectsAway(target));

test('paths that climb out of the static files', () => climbingPaths(target));

test('how many attacks were tried, and how many repelled', () => {
  const { tried, repelled } = target.counts;
  console.log(`attacks: ${tried} tried, ${repelled} repelled`);
  expect(repelled).toBe(tried);
  expect(tried).toBeGreaterThan(500);
});

test('the log holds no secret that was used, and is JSON line by line', async () => {
  const { secrets, databaseUrl, mail } = target;
  const log = await target.stop();
  const lines = log.split('\n').filter(line => line !== '');
  expect(lines.length).toBeGreaterThan(0);
  for (const line of lines) expect(JSON.parse(line)).toMatchObject({ msg: expect.any(String) });
  secrets.add(new URL(databaseUrl).password || randomUUID());
  for (const { text = '' } of mail.mails)
    for (const [, code = ''] of text.matchAll(/#([\w-]{20,})/g)) secrets.add(code);
  const worthLooking = [...secrets].filter(secret => secret.length >= 8);
  expect(worthLooking.length).toBeGreaterThan(40);
  expect(worthLooking.filter(secret => log.includes(secret))).toEqual([]);
  expect(log).not.toContain('@correo.example');
});
