import * as z from 'zod/mini';
import { newPerDay, timesAsked } from '../domain/quiz/pace.ts';
import { endpoint } from './endpoint.ts';
import { ChapterNumber, Id, Roles, signedIn } from './values.ts';

/** The settings of an account and their values. */
const settings = {
  autoPlayWordTTS: z.boolean(),
  autoPlaySentenceTTS: z.boolean(),
  /** The page Progress shows minutes and weeks in a row. */
  showReadingWeeks: z.boolean(),
  /** How often in one chapter a fragment is asked. */
  fragmentsAsked: z.enum(timesAsked),
  /** The sentence as a whole is asked before its translation is shown. */
  asksWholeSentence: z.boolean(),
  /** Most new fragments a day (UTC) that are asked; null: no bound. */
  newFragmentsPerDay: z.nullable(z.int().check(z.minimum(newPerDay.least), z.maximum(newPerDay.most))),
};

const settingNames = Object.keys(settings) as [keyof typeof settings];

const Setting = z.union([...new Set(Object.values(settings))]);

const BookProgress = z.object({
  /** Sentences read of the chapters that are there, in percent with one decimal. */
  percentRead: z.number(),
  /** Share of the book's fragments that are known, in percent with one decimal. */
  percentKnown: z.number(),
  /** Percent read by chapter number. */
  chapters: z.record(z.string(), z.number()),
});

const Subscription = z.object({
  /** The payment provider's status, for example 'active' or 'past_due'. */
  status: z.string(),
  /** End of the current period. */
  paidUntil: z.nullable(z.string()),
  cancelsAtPeriodEnd: z.boolean(),
  /** After a failed payment: end of access unless a retry succeeds. */
  closesAt: z.nullable(z.string()),
});

export const bookProgressByBook = z.record(z.string(), BookProgress);

export const profile = endpoint({
  name: 'profile',
  method: 'GET',
  path: '/users/profile',
  served: 'query',
  callers: signedIn,
  summary: "The caller's profile.",
  reply: z.object({
    username: z.nullable(z.string()),
    email: z.string(),
    createdAt: z.string(),
    activeSubscription: z.boolean(),
    /** State of the subscription; null without one. */
    subscription: z.nullable(Subscription),
    stripeCustomerId: z.nullable(z.string()),
    hasLoggedIn: z.boolean(),
    hasSeenTutorial: z.boolean(),
    inboxToken: z.nullable(z.string()),
    /** False for an account that signs in through a provider only. */
    hasPassword: z.boolean(),
    googleLinked: z.boolean(),
    roles: Roles,
    bookProgress: bookProgressByBook,
    /** By book id, then chapter: the id of the sentence to read next, or 'finished'. */
    lastRead: z.record(z.string(), z.record(z.string(), z.string())),
    settings: z.object(settings),
    /** Number of new fragments asked today (UTC, server's clock). */
    newFragments: z.object({ day: z.string(), asked: z.number() }),
    /** Median of the answers of the last 30 days; null without answers. */
    secondsPerAnswer: z.nullable(z.number()),
  }),
});

export const setLastRead = endpoint({
  name: 'setLastRead',
  method: 'PATCH',
  path: '/users/last-read',
  served: 'command',
  callers: signedIn,
  summary:
    "Remember the sentence to read next, or 'finished'. Moves forward only, unless the reader navigated.",
  body: z.strictObject({
    bookId: Id,
    chapter: ChapterNumber,
    sentenceId: Id,
    navigated: z.optional(z.boolean()),
  }),
  reply: z.object({ bookId: z.string(), chapter: z.number(), sentenceId: z.string() }),
});

export const setSetting = endpoint({
  name: 'setSetting',
  method: 'PATCH',
  path: '/users/settings',
  served: 'command',
  callers: signedIn,
  summary: 'Change one setting.',
  body: z.strictObject({ setting: z.enum(settingNames), value: Setting }).check(
    z.refine(({ setting, value }) => z.safeParse(settings[setting], value).success, {
      path: ['value'],
      error: 'does not fit this setting',
    }),
  ),
  reply: z.object({ setting: z.string(), value: Setting }),
});

export const setHasLoggedIn = endpoint({
  name: 'setHasLoggedIn',
  method: 'PATCH',
  path: '/users/has-logged-in',
  served: 'command',
  callers: signedIn,
  summary: 'Remember that the caller has opened a chapter.',
  body: z.strictObject({ value: z.boolean() }),
  reply: z.object({ value: z.boolean() }),
});

export const setHasSeenTutorial = endpoint({
  name: 'setHasSeenTutorial',
  method: 'PATCH',
  path: '/users/has-seen-tutorial',
  served: 'command',
  callers: signedIn,
  summary: 'Remember that the caller has seen the tutorial.',
  body: z.strictObject({ value: z.boolean() }),
  reply: z.object({ value: z.boolean() }),
});
