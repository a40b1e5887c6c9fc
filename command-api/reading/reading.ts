import type { Kysely } from 'kysely';
import type { Database } from '../../database/tables.ts';
import type { ReadingCommand } from '../../domain/reading/decide.ts';
import { isRefusal } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { setLastRead } from '../../facade/users.ts';
import { openChapter } from '../../facade/vocabularies.ts';
import { type Chapters, refuseUnpaid } from '../catalogue/chapters.ts';
import { reading, readingStream } from './aggregate.ts';
import { type LateDependencies, refuseUnpaidReading } from './late.ts';

export interface ReadingDependencies extends LateDependencies {
  readonly db: Kysely<Database>;
  readonly chapters: Chapters;
}

/** Commands on reading progress: opening a chapter and moving the last-read position (spec 4, Reader). */
export function serveReading(serve: Serve, dependencies: ReadingDependencies): void {
  const { db, aggregates, isSubscribed, chapters } = dependencies;
  serve(openChapter, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const { bookId, chapter } = body;
    const found = await chapters.find(bookId, chapter);
    if (isRefusal(found)) return found;
    const unpaid = await refuseUnpaid(isSubscribed, caller, chapter);
    const done = await aggregates.execute(
      reading,
      readingStream(caller.id, bookId),
      unpaid ?? { type: 'open chapter', chapter },
      { commandId, fingerprint, actor: caller.id, at },
    );
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    await db
      .updateTable('accounts')
      .set({ has_logged_in: true })
      .where('id', '=', caller.id)
      .where('has_logged_in', '=', false)
      .execute();
    return { bookId, chapter };
  });

  serve(setLastRead, async ({ body, caller, commandId, fingerprint, at, appended }) => {
    const { bookId, chapter, sentenceId, navigated = false } = body;
    const found = await chapters.find(bookId, chapter);
    if (isRefusal(found)) return found;
    const unpaid = await refuseUnpaidReading(dependencies, caller, { bookId, chapter, at });
    const command: ReadingCommand = {
      type: 'move last read',
      chapter,
      sentences: await chapters.sentencesOf(found),
      next: sentenceId,
      navigated,
    };
    const done = await aggregates.execute(reading, readingStream(caller.id, bookId), unpaid ?? command, {
      commandId,
      fingerprint,
      actor: caller.id,
      at,
    });
    if (done.outcome === 'refused') return done.refusal;
    appended(done.position);
    return { bookId, chapter, sentenceId };
  });
}
