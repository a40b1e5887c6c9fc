import { answerStatistics } from './answer-statistics/answer-statistics.ts';
import { bookProgress } from './book-progress/book-progress.ts';
import { fragmentHistories } from './fragment-histories/fragment-histories.ts';
import { knownCountDays } from './known-count-days/known-count-days.ts';
import { knownCountWeeks } from './known-count-weeks/known-count-weeks.ts';
import { knownCounts } from './known-counts/known-counts.ts';
import { learnerDays } from './learner-days/learner-days.ts';
import { policySwitches } from './policy-switches/policy-switches.ts';
import { readingPositions } from './reading-positions/reading-positions.ts';
import { reviewSchedule } from './review-schedule/review-schedule.ts';
import { subscriptionWeeks } from './subscription-weeks/subscription-weeks.ts';
import { subscriptions } from './subscriptions/subscriptions.ts';
import { vocabularyEntries } from './vocabulary-entries/vocabulary-entries.ts';
import { vocabularyResets } from './vocabulary-resets/vocabulary-resets.ts';

/** Every read model there is. */
export const projections = [
  vocabularyEntries,
  fragmentHistories,
  knownCounts,
  knownCountWeeks,
  knownCountDays,
  bookProgress,
  readingPositions,
  subscriptions,
  subscriptionWeeks,
  answerStatistics,
  learnerDays,
  vocabularyResets,
  reviewSchedule,
  policySwitches,
] as const;
