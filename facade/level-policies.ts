import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { AdminReply, admins, Id, Level, LevelPolicy, staff } from './values.ts';

/** Calls on the level policy of all vocabularies (decision 54). Employees may read, admins may change. */

export const levelPolicy = endpoint({
  name: 'levelPolicy',
  method: 'GET',
  path: '/level-policies',
  served: 'query',
  callers: staff,
  summary: 'The level policy, how far its newest switch has come, and the trail of all switches.',
  reply: z.object({
    /** The policy of new vocabularies. */
    policy: LevelPolicy,
    /** Null if there was never a switch. */
    newest: z.nullable(
      z.object({
        id: z.string(),
        policy: LevelPolicy,
        /** The policy before. */
        before: LevelPolicy,
        takesBack: z.boolean(),
        state: z.enum(['running', 'stopped', 'done']),
        /** Number of accounts done, and of all accounts. */
        done: z.number(),
        total: z.number(),
        /** Number of vocabularies that keep their policy, because too many fragments would move for one event. */
        leftOut: z.number(),
      }),
    ),
    /** From the events of the vocabularies, newest first. The name is null if the account was deleted. */
    trail: z.array(
      z.object({
        id: z.string(),
        policy: LevelPolicy,
        takesBack: z.nullable(z.string()),
        by: z.nullable(z.string()),
        at: z.string(),
        /** Of its last event so far. */
        until: z.string(),
        vocabularies: z.number(),
        /** Fragments that moved. */
        fragments: z.number(),
      }),
    ),
  }),
});

/** Bounds of classes of changes of the known count; the class in the middle is 'less than 1'. */
export const changeSteps = [-100, -10, -1, 1, 10, 100] as const;

export const previewLevelPolicy = endpoint({
  name: 'previewLevelPolicy',
  method: 'GET',
  path: '/level-policies/preview',
  served: 'command',
  callers: admins,
  summary:
    'What a policy would make of some vocabularies, from the answers in the log; writes nothing. Accounts come in an order that is as good as random: ask again with the reply’s next.',
  query: z.strictObject({
    policy: LevelPolicy,
    after: z.optional(z.string().check(z.regex(/^[0-9a-f]{32}$/, 'must be the next of a reply'))),
    /** Stops after this many vocabularies. */
    most: z.optional(z.string().check(z.regex(/^[1-9]\d{0,2}$/, 'must be a number from 1 to 999'))),
  }),
  reply: z.object({
    /** Null after the last page. */
    next: z.nullable(z.string()),
    /** Number of accounts on this page, and of all accounts. */
    accounts: z.number(),
    total: z.number(),
    /** With at least one fragment. */
    vocabularies: z.number(),
    /** Number of fragments by level before and after. */
    moves: z.array(z.tuple([Level, Level, z.number()])),
    /** Vocabularies by the change of their known count: -100 and less, to -10, to -1, less than 1, from 1, 10, 100. */
    changes: z.array(z.number()),
    /** Vocabularies whose band rises and falls. */
    bandsUp: z.number(),
    bandsDown: z.number(),
    /** Sum of the known counts, in thirds: before and after. */
    thirds: z.tuple([z.number(), z.number()]),
  }),
});

export const switchLevelPolicy = endpoint({
  name: 'switchLevelPolicy',
  method: 'POST',
  path: '/level-policies/switch',
  served: 'command',
  callers: admins,
  summary: 'Begin to switch all vocabularies to a policy, one after the other.',
  body: z.strictObject({ policy: LevelPolicy }),
  reply: AdminReply,
});

export const switchActs = ['stop', 'resume', 'take back'] as const;

export const controlLevelPolicy = endpoint({
  name: 'controlLevelPolicy',
  method: 'POST',
  path: '/level-policies/control',
  served: 'command',
  callers: admins,
  summary: 'Stop the newest switch where it is, resume it, or take it back.',
  body: z.strictObject({ id: Id, act: z.enum(switchActs) }),
  reply: AdminReply,
});
