import type { Kysely } from 'kysely';
import type { Database } from '../database/tables.ts';
import { rolesAmong } from '../domain/account/roles.ts';
import { refuse } from '../domain/refusal.ts';
import type { Serve } from '../facade/express/api.ts';
import { profile } from '../facade/users.ts';
import { subscriptionOf } from './access.ts';
import type { ReadModels } from './consistency.ts';
import { newFragmentsOf, secondsPerAnswerOf } from './learner-days.ts';
import { bookProgressOf, lastReadOf, progressProjections } from './progress.ts';

/** The caller's profile (spec 3, 7). */
export function serveUsers(
  serve: Serve,
  { db, read }: { readonly db: Kysely<Database>; readonly read: ReadModels },
): void {
  serve(profile, async ({ caller, at, ...freshness }) => {
    const account = await db
      .selectFrom('accounts')
      .selectAll()
      .where('id', '=', caller.id)
      .executeTakeFirst();
    if (!account) return refuse('unknown account', { because: 'missing' });
    const learned = await read.snapshot(
      [...progressProjections, 'reading-positions', 'subscriptions', 'learner-days'],
      freshness,
      async snapshot => {
        const found = await subscriptionOf(snapshot, caller.id).executeTakeFirst();
        return {
          activeSubscription: found?.active ?? false,
          subscription: found
            ? {
                status: found.status,
                paidUntil: found.paid_until?.toISOString() ?? null,
                cancelsAtPeriodEnd: found.cancels_at_period_end,
                closesAt: found.closes_at?.toISOString() ?? null,
              }
            : null,
          bookProgress: await bookProgressOf(snapshot, caller.id),
          lastRead: await lastReadOf(snapshot, caller.id),
          newFragments: await newFragmentsOf(snapshot, caller.id, at),
          secondsPerAnswer: await secondsPerAnswerOf(snapshot, caller.id),
        };
      },
    );
    return {
      username: account.username,
      email: account.email,
      createdAt: account.created_at.toISOString(),
      stripeCustomerId: account.stripe_customer_id,
      hasLoggedIn: account.has_logged_in,
      hasSeenTutorial: account.has_seen_tutorial,
      inboxToken: account.inbox_token,
      hasPassword: account.password_hash !== null,
      googleLinked: account.provider === 'google',
      roles: rolesAmong(account.roles),
      settings: {
        autoPlayWordTTS: account.auto_play_word_tts,
        autoPlaySentenceTTS: account.auto_play_sentence_tts,
        showReadingWeeks: account.show_reading_weeks,
        fragmentsAsked: account.fragments_asked,
        asksWholeSentence: account.asks_whole_sentence,
        newFragmentsPerDay: account.new_fragments_per_day,
      },
      ...learned,
    };
  });
}
