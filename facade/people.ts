import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AdminReply, admins, Id, line, Roles, signedIn } from './values.ts';

/** Calls about accounts. Passwords are never shown, and impersonation is impossible. */

const Person = z.object({
  id: z.string(),
  username: z.nullable(z.string()),
  email: z.string(),
  createdAt: z.string(),
  roles: Roles,
  /** Number of active sessions. */
  sessions: z.number(),
  lastUsedAt: z.nullable(z.string()),
  /** Last state from the payment provider; null without a subscription. */
  subscription: z.nullable(
    z.object({
      status: z.string(),
      active: z.boolean(),
      paidUntil: z.nullable(z.string()),
      cancelsAtPeriodEnd: z.boolean(),
    }),
  ),
});

export const people = endpoint({
  name: 'people',
  method: 'GET',
  path: '/people',
  served: 'query',
  callers: admins,
  summary: 'Accounts whose username or address contains a text, the first 20 by name.',
  query: z.strictObject({ search: line(100) }),
  reply: z.array(Person),
});

export const setRoles = endpoint({
  name: 'setRoles',
  method: 'PATCH',
  path: '/people/roles',
  served: 'command',
  callers: admins,
  summary: "Set an account's role and sign it out, so that it holds at once. Nobody changes their own.",
  body: z.strictObject({ id: Id, role: z.enum(['user', 'employee', 'admin']) }),
  reply: AdminReply,
});

export const endSessionsOf = endpoint({
  name: 'endSessionsOf',
  method: 'POST',
  path: '/people/end-sessions',
  served: 'command',
  callers: admins,
  summary: 'Sign an account out everywhere.',
  body: z.strictObject({ id: Id }),
  reply: AdminReply,
});

const Reset = z.object({
  /** When, ISO 8601. */
  at: z.string(),
  undoneAt: z.nullable(z.string()),
});

export const ownResets = endpoint({
  name: 'ownResets',
  method: 'GET',
  path: '/vocabularies/resets',
  served: 'query',
  callers: signedIn,
  summary: "When the caller's vocabulary was reset and taken back, newest first.",
  reply: z.array(Reset),
});

export const resetTrail = endpoint({
  name: 'resetTrail',
  method: 'GET',
  path: '/people/resets',
  served: 'query',
  callers: admins,
  summary:
    'The last 100 resets: who reset whom, when, and who took it back. Names are null once an account is gone.',
  reply: z.array(
    z.extend(Reset, {
      learner: z.string(),
      username: z.nullable(z.string()),
      by: z.nullable(z.string()),
      undoneBy: z.nullable(z.string()),
    }),
  ),
});
