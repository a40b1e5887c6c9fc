import { expect, test } from 'vitest';
import { authAfter, loading, roleShown, signedOut } from './auth.ts';

const tokenOf = (username: string, roles: readonly string[] = ['user']) =>
  `header.${Buffer.from(
    JSON.stringify({ sub: `id of ${username}`, UserInfo: { username, roles, activeSubscription: true } }),
  ).toString('base64url')}.signature`;
const ana = authAfter(loading, { type: 'token stored', accessToken: tokenOf('ana') });

test('a token gives the claims of the user', () => {
  expect(ana).toMatchObject({ status: 'signed-in', learner: 'id of ana', username: 'ana', subscribed: true });
  const ñandú = authAfter(loading, { type: 'token stored', accessToken: tokenOf('ñandú') });
  expect(ñandú.username).toBe('ñandú');
});

test('an unreadable token signs nobody in', () => {
  expect(authAfter(loading, { type: 'token stored', accessToken: 'a.b.c' })).toEqual(signedOut);
  expect(
    authAfter(signedOut, { type: 'token taken from the address', accessToken: tokenOf('eva', ['king']) }),
  ).toEqual(signedOut);
});

test('a token in the address never replaces a session', () => {
  const change = { type: 'token taken from the address', accessToken: tokenOf('eva') } as const;
  expect(authAfter(ana, change)).toBe(ana);
  expect(authAfter(loading, change)).toMatchObject({ username: 'eva', cameFromUrl: true });
});

test('a reset token holds no role and no subscription', () => {
  const resetting = authAfter(signedOut, { type: 'reset code accepted', accessToken: tokenOf('ana') });
  expect(resetting).toMatchObject({ resettingPassword: true, roles: [], subscribed: false });
});

test('an unreachable server ends no session', () => {
  expect(authAfter(ana, { type: 'server unreachable' })).toBe(ana);
  const waiting = authAfter(loading, { type: 'server unreachable' });
  expect(waiting.status).toBe('unreachable');
  expect(authAfter(waiting, { type: 'trying again' })).toEqual(loading);
});

test('without the server the last user is resumed without a token, until a token replaces them', () => {
  const person = { learner: 'id of ana', username: 'ana', roles: ['user'], subscribed: true } as const;
  const change = { type: 'resumed without a token', person } as const;
  const waiting = authAfter(loading, { type: 'server unreachable' });
  const resumed = authAfter(waiting, change);
  expect(resumed).toMatchObject({ ...person, status: 'signed-in', accessToken: null });
  expect(authAfter(resumed, { type: 'token stored', accessToken: tokenOf('ana') })).toEqual(ana);
  expect(authAfter(resumed, { type: 'token stored', accessToken: tokenOf('eva') }).username).toBe('eva');
  expect([authAfter(signedOut, change), authAfter(loading, change)]).toEqual([signedOut, loading]);
});

test('admin wins over employee, employee over user', () => {
  const roles = (...held: string[]) =>
    roleShown(authAfter(loading, { type: 'token stored', accessToken: tokenOf('ana', held) }));
  expect([roles(), roles('user', 'employee'), roles('employee', 'admin')]).toEqual([
    'user',
    'employee',
    'admin',
  ]);
});
