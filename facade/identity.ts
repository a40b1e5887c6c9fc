import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email, line, Password, signedIn, TypedPassword, Username } from './values.ts';

const AboutAccount = z.object({ message: z.string(), username: z.string(), email: z.string() });
const AccessToken = z.object({ accessToken: z.string() });
/** A secret from a link in a mail. */
const LinkCode = z.string().check(z.regex(/^[\w-]{20,128}$/, 'is not the code of a link'));

export const humanCheck = endpoint({
  name: 'humanCheck',
  method: 'GET',
  path: '/auth/human-check',
  served: 'command',
  callers: 'anyone',
  summary: 'Which human verification a sign-up may bring: ALTCHA always, reCAPTCHA when its keys are set.',
  reply: z.object({ recaptchaSiteKey: z.nullable(z.string()) }),
});

export const humanChallenge = endpoint({
  name: 'humanChallenge',
  method: 'GET',
  path: '/auth/human-check/challenge',
  served: 'command',
  callers: 'anyone',
  summary: 'A proof-of-work challenge for the ALTCHA widget; good for ten minutes and one sign-up.',
  reply: z.looseObject({ parameters: z.looseObject({}), signature: z.optional(z.string()) }),
});

export const signUp = endpoint({
  name: 'signUp',
  method: 'POST',
  path: '/auth/sign-up',
  served: 'command',
  callers: 'anyone',
  summary: 'Ask for an account; the link that is mailed creates it.',
  body: z.strictObject({
    username: Username,
    email: Email,
    password: Password,
    /** Missing or not solved: 422 with errorField 'recaptcha'. */
    proof: z.optional(z.strictObject({ by: z.enum(['altcha', 'recaptcha']), value: line(8_192) })),
  }),
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
  summary: 'End the session of the refresh cookie, and that of the access token.',
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

export const confirmIdentity = endpoint({
  name: 'confirmIdentity',
  method: 'POST',
  path: '/auth/confirm',
  served: 'command',
  callers: signedIn,
  summary: 'Type the password again; for five minutes the account itself may be changed.',
  body: z.strictObject({ password: TypedPassword }),
  reply: z.object({ message: z.string() }),
});

const providers = z.object({ provider: z.enum(['google']) });

export const loginWithProvider = endpoint({
  name: 'loginWithProvider',
  method: 'GET',
  path: '/auth/login/:provider',
  served: 'command',
  callers: 'anyone',
  summary: 'Browser navigation to a third-party sign-in provider.',
  params: providers,
  reply: z.undefined(),
  success: 302,
});

export const providerReturned = endpoint({
  name: 'providerReturned',
  method: 'GET',
  path: '/auth/login/:provider/callback',
  served: 'command',
  callers: 'anyone',
  summary: 'Where the provider sends the browser back to; sets the refresh cookie and leads on.',
  params: providers,
  reply: z.undefined(),
  success: 302,
  fromOtherSites: true,
});

export const linkProvider = endpoint({
  name: 'linkProvider',
  method: 'POST',
  path: '/auth/link/:provider',
  served: 'command',
  callers: signedIn,
  summary:
    'Begin to link a provider to the account, or to prove who one is by it; the browser goes to the url.',
  params: providers,
  body: z.strictObject({ to: z.enum(['link', 'confirm']) }),
  reply: z.object({ url: z.string() }),
});

export const openVerification = endpoint({
  name: 'openVerification',
  method: 'POST',
  path: '/email-verification/open',
  served: 'command',
  callers: 'anyone',
  summary: 'Whom a verification link is about; changes nothing.',
  body: z.strictObject({ code: LinkCode }),
  reply: z.object({ username: z.string(), email: z.string(), verified: z.boolean() }),
});

export const verifyEmail = endpoint({
  name: 'verifyEmail',
  method: 'POST',
  path: '/email-verification',
  served: 'command',
  callers: 'anyone',
  summary: 'The button behind the link: with the password chosen at sign-up it creates the account.',
  body: z.strictObject({ code: LinkCode, password: TypedPassword }),
  reply: AboutAccount,
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
});

export const setPassword = endpoint({
  name: 'setPassword',
  method: 'PATCH',
  path: '/users/password',
  served: 'command',
  callers: 'resetting',
  summary: 'Set a new password after a reset code; ends every session.',
  body: z.strictObject({ password: Password }),
  reply: AboutAccount,
});

export const setUsername = endpoint({
  name: 'setUsername',
  method: 'PATCH',
  path: '/users/username',
  served: 'command',
  callers: ['admin', 'employee', 'user'],
  summary: 'Choose a username, once.',
  body: z.strictObject({ username: Username }),
  reply: z.object({ username: z.string() }),
});
