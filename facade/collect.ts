import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/**
 * The endpoints of our analytics collector, used when no provider is set: the paths of mixpanel-browser below `/collect`. It
 * sends forms and compressed bytes instead of JSON; the handlers parse and validate them.
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
    /** All anonymous ids of the browser; it gets a new one after a logout. */
    devices: z
      .array(z.string().check(z.regex(/^[\w:-]{8,100}$/, 'must be an anonymous id')))
      .check(z.maxLength(50)),
    /** 'recordings': only the consent to recordings was withdrawn. */
    only: z.optional(z.literal('recordings')),
  }),
  reply: z.object({ deleted: z.number() }),
});
