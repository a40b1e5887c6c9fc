import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * Where the analytics client (mixpanel-browser) sends to when no provider is set: its paths below `/collect`. It sends
 * forms and compressed bytes instead of JSON; the handlers read and check them.
 */
const reply = z.object({ status: z.number(), error: z.nullable(z.string()) });

export const collectEvents = endpoint({
  name: 'collectEvents',
  method: 'POST',
  path: '/collect/track',
  served: 'command',
  callers: 'anyone',
  summary: 'Events of a visitor who has agreed to analytics: a form whose field `data` is a JSON list.',
  reply,
});

export const collectProfiles = endpoint({
  name: 'collectProfiles',
  method: 'POST',
  path: '/collect/engage',
  served: 'command',
  callers: 'anyone',
  summary: 'Properties of a learner who has agreed to analytics: a form whose field `data` is a JSON list.',
  reply,
});

export const collectRecording = endpoint({
  name: 'collectRecording',
  method: 'POST',
  path: '/collect/record',
  served: 'command',
  callers: 'anyone',
  summary: 'A part of a session recording, of a visitor who has agreed to be recorded.',
  reply,
});

export const withdrawConsent = endpoint({
  name: 'withdrawConsent',
  method: 'POST',
  path: '/collect/withdraw',
  served: 'command',
  callers: 'anyone',
  summary:
    'Delete what analytics collected in a browser, and of the caller when there is one; or their recordings alone.',
  body: z.strictObject({
    /** The anonymous ids that the browser kept: it gets another after a logout. */
    devices: z
      .array(z.string().check(z.regex(/^[\w:-]{8,100}$/, 'must be an anonymous id')))
      .check(z.maxLength(50)),
    /** Recording was withdrawn, and counting visits was not. */
    only: z.optional(z.literal('recordings')),
  }),
  reply: z.object({ deleted: z.number() }),
});
