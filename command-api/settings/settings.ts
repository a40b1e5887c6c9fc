import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { Serve } from '../../facade/express/api.ts';
import { setHasLoggedIn, setHasSeenTutorial, setSetting } from '../../facade/users.ts';

const columns = {
  autoPlayWordTTS: 'auto_play_word_tts',
  autoPlaySentenceTTS: 'auto_play_sentence_tts',
  showReadingWeeks: 'show_reading_weeks',
  fragmentsAsked: 'fragments_asked',
  asksWholeSentence: 'asks_whole_sentence',
  newFragmentsPerDay: 'new_fragments_per_day',
} as const;

/** The settings of an account (spec 3, user profile). Not event-sourced: the last write wins. */
export function serveSettings(serve: Serve, { db }: { readonly db: Kysely<Database> }): void {
  serve(setSetting, async ({ body: { setting, value }, caller }) => {
    await db
      .updateTable('accounts')
      .set({ [columns[setting]]: value })
      .where('id', '=', caller.id)
      .execute();
    return { setting, value };
  });

  serve(setHasLoggedIn, async ({ body: { value }, caller }) => {
    await db.updateTable('accounts').set({ has_logged_in: value }).where('id', '=', caller.id).execute();
    return { value };
  });

  serve(setHasSeenTutorial, async ({ body: { value }, caller }) => {
    await db.updateTable('accounts').set({ has_seen_tutorial: value }).where('id', '=', caller.id).execute();
    return { value };
  });
}
