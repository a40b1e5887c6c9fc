import type { View } from './view.ts';
import { learners } from './views/learners.ts';
import { learnerWeeks, levelsByWeek } from './views/levels.ts';
import { distractors, missedWords } from './views/questions.ts';
import { chapterFunnel, retention } from './views/reading.ts';
import { subscriptions } from './views/subscriptions.ts';

/** Every view of schema `analytics`. */
export const views: readonly View[] = [
  learners,
  learnerWeeks,
  levelsByWeek,
  missedWords,
  distractors,
  chapterFunnel,
  retention,
  subscriptions,
];
