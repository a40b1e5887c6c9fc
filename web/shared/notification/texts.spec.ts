import { expect, test } from 'vitest';
import { isDismissable, type Notice, notificationText } from './texts.ts';

const notice = (type: Notice['type'], message: string, fields: Notice['fields'] = {}): Notice => ({
  type,
  message,
  fields,
});
const ana = { username: 'ana', email: 'ana@correo.es' };

test.each([
  ['success', 'created new user', 'Created new user ana. Please login with your credentials.'],
  ['success', 'verified email', 'Verified ana@correo.es. Please login, ana.'],
  [
    'success',
    'resent verification email',
    'Resent verification email, ana. Check your inbox at ana@correo.es to verify your account.',
  ],
  ['error', 'email verification link expired', 'Your verification email expired, ana.'],
  ['error', 'unable to login with unverified account', 'Verify ana@correo.es to login to your account, ana.'],
  ['error', 'invalid username or password', "The username or password you provided don't match our records."],
  ['error', 'unable to create new user', 'Invalid user data received.'],
  ['error', 'unable to reset password', 'An error occured while resetting your password.'],
] as const)('%s "%s" reads as the catalogue has it', (type, message, text) => {
  expect(notificationText(notice(type, message, ana)).text).toBe(text);
});

test('an unknown code is shown unchanged', () => {
  expect(notificationText(notice('error', 'created new user', ana))).toEqual({ text: 'created new user' });
  expect(notificationText(notice('error', 'constructor', ana))).toEqual({ text: 'constructor' });
});

test('without an address there is no action that sends a mail', () => {
  const code = 'unable to login with unverified account';
  expect(notificationText(notice('error', code, ana)).action).toEqual({
    label: 'Resend link',
    does: 'resend verification',
  });
  expect(notificationText(notice('error', code)).action).toBeUndefined();
});

test('successes and expired codes have no x icon', () => {
  expect(isDismissable(notice('error', 'duplicate email'))).toBe(true);
  expect(isDismissable(notice('error', 'email verification link expired'))).toBe(false);
  expect(isDismissable(notice('error', 'forgot password code expired'))).toBe(false);
  expect(isDismissable(notice('success', 'verified email'))).toBe(false);
});
