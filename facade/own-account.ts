import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { Email, Message, Password, signedIn, TypedPassword } from './values.ts';

/**
 * Commands of learners on their own accounts. Sensitive ones are refused with 401 'recent login required' when the last
 * login or confirmation was more than five minutes ago; see `confirmIdentity`.
 */
export const recentLoginRequired = 'recent login required';

export const sessions = endpoint({
  name: 'sessions',
  method: 'GET',
  path: '/users/sessions',
  served: 'command',
  callers: signedIn,
  summary: 'Where the caller is signed in, newest use first.',
  reply: z.array(
    z.object({
      id: z.string(),
      /** For example `Firefox on Linux`. */
      device: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.string(),
      /** The caller's own session. */
      current: z.boolean(),
    }),
  ),
});

export const signOutEverywhere = endpoint({
  name: 'signOutEverywhere',
  method: 'POST',
  path: '/users/sessions/end',
  served: 'command',
  callers: signedIn,
  summary: 'End every session of the caller, this one too. Needs a recent login.',
  reply: Message,
});

export const changePassword = endpoint({
  name: 'changePassword',
  method: 'POST',
  path: '/users/password',
  served: 'command',
  callers: signedIn,
  summary: 'Change the password; ends the other sessions. Needs a recent login.',
  body: z.strictObject({ currentPassword: TypedPassword, password: Password }),
  reply: Message,
});

export const changeEmail = endpoint({
  name: 'changeEmail',
  method: 'POST',
  path: '/users/email',
  served: 'command',
  callers: signedIn,
  summary: 'Ask for another address; a link mailed there changes it. Needs a recent login.',
  body: z.strictObject({ email: Email }),
  reply: z.object({ message: z.string(), email: z.string() }),
});

const LinkCode = z.string().check(z.regex(/^[\w-]{20,128}$/, 'is not the code of a link'));

export const confirmEmail = endpoint({
  name: 'confirmEmail',
  method: 'POST',
  path: '/email-change/confirm',
  served: 'command',
  callers: 'anyone',
  summary: 'The button behind the link sent to the new address.',
  body: z.strictObject({ code: LinkCode }),
  reply: z.object({ message: z.string(), email: z.string() }),
});

export const revertEmail = endpoint({
  name: 'revertEmail',
  method: 'POST',
  path: '/email-change/revert',
  served: 'command',
  callers: 'anyone',
  summary:
    'The button behind the link sent to the old address: takes it back, ends all sessions, voids the password.',
  body: z.strictObject({ code: LinkCode }),
  reply: z.object({ message: z.string(), email: z.string() }),
});

export const myData = endpoint({
  name: 'myData',
  method: 'GET',
  path: '/users/data',
  served: 'command',
  callers: signedIn,
  summary: "The caller's account: what is stored besides the history (`exportHistory`).",
  reply: z.looseObject({}),
});

export const deleteAccount = endpoint({
  name: 'deleteAccount',
  method: 'POST',
  path: '/users/delete',
  served: 'command',
  callers: signedIn,
  summary: 'Delete the account and everything personal, at once. Needs a recent login.',
  body: z.strictObject({ confirmation: z.literal('delete my account') }),
  reply: Message,
});
