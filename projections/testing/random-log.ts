import fc from 'fast-check';
import { levels } from '../../domain/vocabulary/levels.ts';
import type { DomainEvent } from '../projection.ts';
import type { TestEvent } from './rows.ts';

/** Random events of every type. They need not be consistent with each other. */

const level = fc.constantFrom(...levels);
/** Ids with characters that Postgres' text formats escape. */
const fragment = fc.constantFrom('gat', 'ros', '-o', '-ía', '7', 'a"b\\c', 'tab\tnl\n', '{,}', 'NULL');
const epoch = fc.constantFrom(0, 0, 0, 1, 2);
const milliseconds = fc.integer({ min: 0, max: 3_000_000 });
const chapter = fc.constantFrom(1, 2);
const book = fc.constantFrom('platero', 'la-vida');

type Of<Type extends DomainEvent['type']> = fc.Arbitrary<Extract<DomainEvent, { type: Type }>['data']>;

const sentenceAnswered: Of<'SentenceAnswered'> = fc.record({
  epoch,
  book,
  sentence: fc.constantFrom('s1', 's2'),
  contentVersion: fc.constant('v1'),
  occasion: fc.constantFrom('reading', 'review', 'placement'),
  answers: fc.array(
    fc.tuple(
      fc.constantFrom('q1', 'q2', "q'3"),
      fc.constantFrom('word', 'clause', 'sentence'),
      fc.constantFrom(0, 1, 2, null),
      fc.boolean(),
      milliseconds,
    ),
    { maxLength: 4 },
  ),
  fragments: fc.dictionary(fragment, fc.tuple(level, level, fc.nat(3)), { maxKeys: 5 }),
});
const fragmentsChanged: Of<'FragmentsChanged'> = fc.record({
  epoch,
  cause: fc.oneof(
    fc.constantFrom({ kind: 'list' as const }, { kind: 'policy' as const, policy: 'strict' as const }),
    // The commands of `recorded` are numbered.
    fc.nat(5).map(number => ({ kind: 'undo' as const, command: `c${number}` })),
  ),
  fragments: fc.dictionary(fragment, fc.tuple(level, level), { maxKeys: 5 }),
});
const fragmentChanged: Of<'FragmentChanged'> = fc.record({
  epoch,
  fragment,
  from: level,
  to: level,
  cause: fc.constant({ kind: 'tap' }),
});
const reset: Of<'VocabularyReset'> = fc.record({ epoch });
const resetUndone: Of<'VocabularyResetUndone'> = fc.record({ epoch, abandoned: epoch });
const chapterEvent: Of<'ChapterOpened' | 'ChapterFinished'> = fc.record({ chapter });
const sentenceRead: Of<'SentenceRead'> = fc.record({
  chapter,
  sentence: fc.constant('s1'),
  position: fc.integer({ min: 1, max: 4 }),
  next: fc.constantFrom('s2', 's3', null),
});
const subscriptionChanged: Of<'SubscriptionChanged'> = fc.record({
  from: fc.constant(null),
  to: fc.constantFrom('active', 'past_due', 'canceled'),
  paidUntil: fc.constantFrom('2026-12-21T00:00:00.000Z', '2027-01-01T09:30:00.250Z', null),
  cancelsAtPeriodEnd: fc.boolean(),
  providerEvent: fc.constant('e'),
});

const data: {
  readonly [Type in DomainEvent['type']]: readonly [weight: number, data: fc.Arbitrary<object>];
} = {
  SentenceAnswered: [6, sentenceAnswered],
  FragmentsChanged: [2, fragmentsChanged],
  FragmentChanged: [3, fragmentChanged],
  VocabularyReset: [1, reset],
  VocabularyResetUndone: [1, resetUndone],
  ChapterOpened: [1, chapterEvent],
  SentenceRead: [4, sentenceRead],
  ChapterFinished: [1, chapterEvent],
  SubscriptionChanged: [2, subscriptionChanged],
};

function streamOf(
  type: string,
  learner: string,
  of: { readonly book: string; readonly language: string },
): string {
  if (type === 'SubscriptionChanged') return `subscription-${learner}`;
  return /^(Chapter|SentenceRead)/.test(type)
    ? `reading-${learner}-${of.book}`
    : `vocabulary-${learner}-${of.language}`;
}

/** A log of some learners; its times sometimes go back, and cross days and weeks. */
export const randomLog: fc.Arbitrary<readonly TestEvent[]> = fc.array(
  fc
    .record({
      learner: fc.constantFrom('aa', 'bb'),
      book,
      language: fc.constantFrom('spanish', 'latin'),
      event: fc.oneof(
        ...Object.entries(data).map(([type, [weight, data]]) => ({
          weight,
          arbitrary: data.map(data => ({ type, data })),
        })),
      ),
      at: fc
        .date({ min: new Date('2026-11-14'), max: new Date('2026-11-24'), noInvalidDate: true })
        .map(date => date.toISOString()),
    })
    .map(({ learner, event, at, ...of }) => ({ ...event, stream: streamOf(event.type, learner, of), at })),
  { minLength: 1, maxLength: 30 },
);
