import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AdminReply, admins, Id, staff } from './values.ts';

/** Calls on the projections that build the read models. Employees may read, admins may act. */

const State = z.enum(['New', 'Booting', 'Active', 'Paused', 'Failed']);

const Projection = z.object({
  name: z.string(),
  version: z.number(),
  state: State,
  /** False while no process moves it towards the newest event; a paused or failed one never runs. */
  running: z.boolean(),
  /** Events of the log behind its checkpoint. */
  done: z.number(),
  /** Events that another projection has reached and it has not. */
  behind: z.number(),
  /** Where and why it stopped. */
  failure: z.nullable(
    z.object({
      /** Null for employees, because it may quote personal data of the event. */
      reason: z.nullable(z.string()),
      /** Null when no single event is the cause. */
      event: z.nullable(z.object({ type: z.string(), stream: z.string(), revision: z.number() })),
    }),
  ),
  /** A rebuild that is requested or running. */
  rebuild: z.nullable(
    z.object({
      version: z.number(),
      /** 'waiting': no process has started it. */
      state: z.union([State, z.literal('waiting')]),
      done: z.number(),
      total: z.nullable(z.number()),
      /** Events a second. */
      rate: z.nullable(z.number()),
      remainingSeconds: z.nullable(z.number()),
      /** False for a rebuild that a new version or a moved log needs. */
      cancellable: z.boolean(),
    }),
  ),
});

export const projections = endpoint({
  name: 'projections',
  method: 'GET',
  path: '/projections',
  served: 'query',
  callers: staff,
  summary: 'Every projection: its state, how far behind it is, why it stopped, and its rebuild.',
  reply: z.object({
    /** Events of the log, as far as any projection has read it. */
    events: z.number(),
    projections: z.array(Projection),
  }),
});

export const projectionActs = ['rebuild', 'cancel', 'pause', 'resume'] as const;

export const controlProjection = endpoint({
  name: 'controlProjection',
  method: 'POST',
  path: '/projections/control',
  served: 'command',
  callers: admins,
  summary:
    'Rebuild a projection beside the live one, cancel that, pause it after its batch, or resume (retry) it.',
  body: z.strictObject({ projection: Id, act: z.enum(projectionActs) }),
  reply: AdminReply,
});

export const previewRebuild = endpoint({
  name: 'previewRebuild',
  method: 'GET',
  path: '/projections/preview',
  served: 'query',
  callers: admins,
  summary: 'What rebuilding each projection would read and about how long it would take.',
  reply: z.object({
    projections: z.array(
      z.object({
        name: z.string(),
        events: z.number(),
        /** At the rate of the last rebuild; null when none was long enough to be measured. */
        seconds: z.nullable(z.number()),
      }),
    ),
    /** The projections that the rebuild for all users rebuilds. */
    allUsers: z.array(z.string()),
  }),
});

export const cancelReinitialization = endpoint({
  name: 'cancelReinitialization',
  method: 'DELETE',
  path: '/vocabularies/reinitialize-all-users',
  served: 'command',
  callers: admins,
  summary: 'Cancel the rebuild of the vocabulary read models; those that are swapped in already stay.',
  reply: AdminReply,
});
