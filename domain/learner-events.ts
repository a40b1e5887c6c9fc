import { type ReadingEvent, readingEventTypes } from './reading/reading.ts';
import { type SubscriptionEvent, subscriptionEventTypes } from './subscription/subscription.ts';
import { type VocabularyEvent, vocabularyEventTypes } from './vocabulary/vocabulary.ts';

/** A learner's events, by the category of their streams: the part of a stream's name up to the first `-`. */
export type LearnerEvents = {
  readonly vocabulary: VocabularyEvent;
  readonly reading: ReadingEvent;
  readonly subscription: SubscriptionEvent;
};

export const learnerEventTypes: {
  readonly [Category in keyof LearnerEvents]: Readonly<Record<LearnerEvents[Category]['type'], true>>;
} = {
  vocabulary: vocabularyEventTypes,
  reading: readingEventTypes,
  subscription: subscriptionEventTypes,
};
