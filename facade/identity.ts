import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email, line, Password, TypedPassword, Username } from './values.ts';

const AboutAccount = z.object({ message: z.string(), username: z.string(), email: z.string() });
const AccessToken = z.object({ accessToken: z.string() });

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/auth/sign-up',
  served: 'command',
  callers: 'anyone',
  summary: 'Create an unverified account and mail its verification link.',
  body: z.strictObject({ username: Username, email: Email, password: Password }),
  reply: AboutAccount,
  success: 201,
});

export const login = endpoint({
  name: 'login',
  method: 'POST',
  path: '/auth/login',
  served: 'command',
  callers: 'anyone',
  summary: 'Log in by username or e-mail address; sets the refresh cookie.',
  body: z.strictObject({ credential: line(254), password: TypedPassword }),
  reply: AccessToken,
});

export const logout = endpoint({
  name: 'logout',
  method: 'POST',
  path: '/auth/logout',
  served: 'command',
  callers: 'anyone',
  summary: 'End the session of the refresh cookie.',
  reply: z.object({ message: z.string() }),
});

export const refresh = endpoint({
  name: 'refresh',
  method: 'GET',
  path: '/auth/refresh',
  served: 'command',
  callers: 'anyone',
  summary: "Exchange the refresh cookie for an access token; 404 'jwt cookie not found' without one.",
  reply: AccessToken,
});

export const loginWithProvider = endpoint({
  name: 'loginWithProvider',
  method: 'GET',
  path: '/auth/login/:provider',
  served: 'command',
  callers: 'anyone',
  summary: 'Browser navigation to a third-party sign-in provider.',
  params: z.object({ provider: z.enum(['google']) }),
  reply: z.undefined(),
  success: 302,
  unbuilt: true,
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'GET',
  path: '/email-verification/:token',
  served: 'command',
  callers: 'anyone',
  summary:
    'The link in the verification mail: verifies and redirects to a verification page. May be opened twice.',
  params: z.object({ token: z.string().check(z.minLength(1), z.maxLength(256)) }),
  reply: z.undefined(),
  success: 302,
});

export const resendVerification = endpoint({
  name: 'resendVerification',
  method: 'POST',
  path: '/email-verification/resend',
  served: 'command',
  callers: 'anyone',
  summary: 'Mail a new verification link.',
  body: z.strictObject({ email: Email }),
  reply: AboutAccount,
});

export const forgotPassword = endpoint({
  name: 'forgotPassword',
  method: 'POST',
  path: '/forgot-password',
  served: 'command',
  callers: 'anyone',
  summary: 'Mail a reset code that is valid for 15 minutes.',
  body: z.strictObject({ email: Email }),
  reply: AboutAccount,
  unbuilt: true,
});

export const redeemResetCode = endpoint({
  name: 'redeemResetCode',
  method: 'POST',
  path: '/forgot-password/reset',
  served: 'command',
  callers: 'anyone',
  summary: 'Exchange a reset code for a token that can only set a password.',
  body: z.strictObject({ code: line(64) }),
  reply: AccessToken,
  unbuilt: true,
});

export const setPassword = endpoint({
  name: 'setPassword',
  method: 'PATCH',
  path: '/users/password',
  served: 'command',
  callers: 'resetting',
  summary: 'Set a new password after a reset code.',
  body: z.strictObject({ password: Password }),
  reply: z.object({ message: z.string() }),
  unbuilt: true,
});

export const setUsername = endpoint({
  name: 'setUsername',
  method: 'PATCH',
  path: '/users/username',
  served: 'command',
  callers: ['admin', 'employee', 'user'],
  summary: 'Choose a username.',
  body: z.strictObject({ username: Username }),
  reply: z.object({ username: z.string() }),
  unbuilt: true,
});
