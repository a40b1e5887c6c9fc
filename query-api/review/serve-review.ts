import type { Serve } from '../../facade/express/api.ts';
import { review } from '../../facade/review.ts';
import type { ReadModels } from '../consistency.ts';
import { secondsPerAnswerOf } from '../learner-days.ts';
import { dueRows, dueTomorrow, numberDue, type ReviewRequest, recallOf } from './due.ts';
import { ownScheduleOf } from './own-schedule.ts';
import { questionsFor } from './questions.ts';

/** Questions in a reply when the caller says no number. */
const DEFAULT_QUESTIONS = 20;

/** Reviews: fragments that are due, asked in sentences that the caller has read (decision 42). */
export function serveReview(serve: Serve, { read }: { readonly read: ReadModels }): void {
  serve(review, async ({ caller, query, ...freshness }) => {
    const { limit = DEFAULT_QUESTIONS, mistakes, bookId, chapter, day, utcOffset = 0, fragments } = query;
    const wanted: ReviewRequest = {
      learner: caller.id,
      place: bookId === undefined || chapter === undefined ? undefined : { book: bookId, chapter },
      day: day === undefined ? undefined : { date: day, utcOffset },
      fragments,
    };
    const models = ['review-schedule', 'vocabulary-entries', 'book-progress', 'learner-days'] as const;
    return read.snapshot(models, freshness, async snapshot => {
      const own = await ownScheduleOf(snapshot, caller.id);
      const figures = {
        tomorrow: await dueTomorrow(snapshot, caller.id, own),
        secondsPerAnswer: await secondsPerAnswerOf(snapshot, caller.id),
        fitted: own.fitted && { ...own.fitted, since: own.fitted.since?.toISOString() ?? null },
      };
      if (limit === 0) return { due: await numberDue(snapshot, wanted, own), ...figures, questions: [] };
      const due = await dueRows(snapshot, wanted, own);
      const now = Date.now() / 1000;
      const ordered = due
        .map(row => ({ ...row, recall: recallOf(own, row, now) }))
        .sort(
          (a, b) =>
            (mistakes ? Number(b.missed) - Number(a.missed) : 0) ||
            a.recall - b.recall ||
            (a.fragment < b.fragment ? -1 : 1),
        );
      return {
        due: due.length,
        ...figures,
        questions: await questionsFor(snapshot, caller.id, ordered.slice(0, limit)),
      };
    });
  });
}
