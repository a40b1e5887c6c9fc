import { rolesAmong } from '../domain/account/roles.ts';
import { refuse } from '../domain/refusal.ts';
import type { Serve } from '../facade/express/api.ts';
import { profile } from '../facade/users.ts';
import type { ReadModels } from './consistency.ts';
import { bookProgressOf, lastReadOf, progressProjections } from './progress.ts';

/** The caller's profile (spec 3, 7). */
export function serveUsers(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(profile, async ({ caller, ...freshness }) => {
    const found = await read([...progressProjections, 'subscriptions'], freshness, async snapshot => {
      const account = await snapshot
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', caller.id)
        .executeTakeFirst();
      if (!account) return undefined;
      const subscription = await snapshot
        .selectFrom('read_models.subscriptions')
        .select('active')
        .where('learner', '=', caller.id)
        .executeTakeFirst();
      return {
        username: account.username,
        email: account.email,
        createdAt: account.created_at.toISOString(),
        activeSubscription: subscription?.active ?? false,
        stripeCustomerId: account.stripe_customer_id,
        hasLoggedIn: account.has_logged_in,
        hasSeenTutorial: account.has_seen_tutorial,
        inboxToken: account.inbox_token,
        roles: rolesAmong(account.roles),
        bookProgress: await bookProgressOf(snapshot, caller.id),
        lastRead: await lastReadOf(snapshot, caller.id),
        settings: {
          autoPlayWordTTS: account.auto_play_word_tts,
          autoPlaySentenceTTS: account.auto_play_sentence_tts,
        },
      };
    });
    return found ?? refuse('unknown account', { because: 'missing' });
  });
}
