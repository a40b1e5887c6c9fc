import { createHash } from 'node:crypto';
import { type Random, seeded } from '../domain/quiz/random.ts';
import { isActive } from '../domain/subscription/subscription.ts';
import { integerBetween, normal } from './chance.ts';
import type { Course, CourseBook, CourseChapter } from './course.ts';
import { type RecordedCommand, type Recorder, recorder } from './recorder.ts';
import { readSentence } from './sentence.ts';
import { type SubscriptionNotice, subscriptionFrom } from './subscriptions.ts';

/** Monday on which the class begins, and how many weeks it lasts: fixed, so that its results can be printed in the docs. */
export const BEGIN = Date.UTC(2026, 0, 5);
export const WEEKS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const END = BEGIN + WEEKS * 7 * DAY;

/** Probability of leaving for good before a sentence. */
const DROPOUT = 0.02;
/** How often the whole course is read, at most. */
const MAX_READINGS = 3;

export interface LearnerHistory {
  /** 32 lowercase hex digits, as every account has. */
  readonly learner: string;
  /** ISO 8601. */
  readonly signedUp: string;
  /** In the order they are executed; each produces events. */
  readonly commands: readonly RecordedCommand[];
}

/**
 * Twelve weeks of one simulated learner: the same for the same seed, number and edition of the library, whatever the
 * size of the class.
 */
export function historyOf(course: Course, seed: string, number: number): LearnerHistory {
  const name = `${seed} ${course.edition} ${number}`;
  const random = seeded(name);
  // Most sign up in the first weeks.
  const begin = BEGIN + Math.floor(random() ** 2 * 60) * DAY;
  const recording = recorder(name);
  const path = pathOf(course, random);
  const character = behaviourOf(random);
  recording.subscription(simulate(recording, path, begin, character, random));
  return {
    learner: createHash('sha256').update(name).digest('hex').slice(0, 32),
    signedUp: new Date(begin).toISOString(),
    commands: recording.commands,
  };
}

interface Behaviour {
  /** See `answer`. */
  readonly ability: number;
  readonly sessionsAWeek: number;
  /** Probability of continuing from one week to the next. */
  readonly continues: number;
  readonly willPay: boolean;
  /** The learner's own week in which they reset their vocabulary. */
  readonly resetsIn: number | undefined;
}

function behaviourOf(random: Random): Behaviour {
  const ability = normal(random, 0.6, 0.7);
  const sessionsAWeek = integerBetween(random, 1, 4);
  const continues = 0.7 + 0.08 * sessionsAWeek - random() * 0.2;
  const willPay = random() < 0.4;
  const resetsIn = random() < 0.04 ? integerBetween(random, 2, 6) : undefined;
  return { ability, sessionsAWeek, continues, willPay, resetsIn };
}

interface Chapter {
  readonly book: CourseBook;
  readonly chapter: CourseChapter;
}

/** Every chapter in reading order; which book comes first is random. */
function pathOf({ books }: Course, random: Random): readonly Chapter[] {
  const first = Math.floor(random() * books.length);
  return [...books.slice(first), ...books.slice(0, first)].flatMap(book =>
    book.chapters.map(chapter => ({ book, chapter })),
  );
}

/** Reads along the path, session by session. @returns what the payment provider reports meanwhile */
function simulate(
  recording: Recorder,
  path: readonly Chapter[],
  begin: number,
  { ability, willPay, resetsIn, ...habits }: Behaviour,
  random: Random,
): readonly SubscriptionNotice[] {
  let paid: readonly SubscriptionNotice[] = [];
  let [step, index, round] = [0, 0, 0];
  const maySubscribe = (at: number) => {
    if (willPay && paid.length === 0) paid = subscriptionFrom(at, END, random);
  };
  for (const { start, week, isFirst } of sessionTimes(begin, habits, random)) {
    let clock = start;
    if (week === resetsIn && isFirst) clock = reset(recording, path, clock, random);
    for (let left = integerBetween(random, 1, 5); left > 0; ) {
      if (random() < DROPOUT) return paid;
      const chapterNow = path[step];
      if (!chapterNow) break;
      const isFree = chapterNow.chapter.number === 1;
      if (!isFree) maySubscribe(clock);
      if (isFree || isSubscribed(paid, clock)) {
        clock = readSentence(recording, { ...chapterNow, index, round }, ability, clock, random);
        index += 1;
        left -= 1;
      } else index = chapterNow.chapter.sentences.length;
      if (index < chapterNow.chapter.sentences.length) continue;
      step += 1;
      index = 0;
      if (step < path.length) continue;
      // Everything has been read: some subscribe for what comes next, some read it again.
      maySubscribe(clock);
      round += 1;
      if (round < MAX_READINGS) step = 0;
    }
  }
  return paid;
}

/** When the learner reads, until they give up or the class ends. */
function* sessionTimes(
  begin: number,
  { sessionsAWeek, continues }: Pick<Behaviour, 'sessionsAWeek' | 'continues'>,
  random: Random,
): Generator<{ readonly start: number; readonly week: number; readonly isFirst: boolean }> {
  for (let week = 0; begin + week * 7 * DAY < END; week++) {
    if (week > 0 && random() > continues) return;
    if (week > 0 && random() < 0.12) continue;
    const days = new Set(Array.from({ length: sessionsAWeek }, () => integerBetween(random, 0, 6)));
    for (const [order, day] of [...days].sort().entries()) {
      const start = begin + (week * 7 + day) * DAY + integerBetween(random, 7 * 60, 21 * 60) * MINUTE;
      if (start >= END) return;
      yield { start, week, isFirst: order === 0 };
    }
  }
}

function isSubscribed(paid: readonly SubscriptionNotice[], at: number): boolean {
  const last = paid.findLast(notice => notice.at <= at);
  return last !== undefined && isActive(last.now, new Date(at).toISOString());
}

/** Resets every language; half of the learners undo it at once. @returns the time when that is done */
function reset(recording: Recorder, path: readonly Chapter[], clock: number, random: Random): number {
  const undone = random() < 0.5;
  for (const language of new Set(path.map(({ book }) => book.language))) {
    recording.vocabulary(clock, language, { type: 'reset' });
    if (undone) recording.vocabulary(clock + 3 * MINUTE, language, { type: 'undo reset' });
  }
  return clock + 5 * MINUTE;
}
