import { createHash } from 'node:crypto';
import { type Random, seeded } from '../../../domain/quiz/random.ts';
import { isActive } from '../../../domain/subscription/subscription.ts';
import { between, normal } from './chance.ts';
import type { Course, CourseBook, CourseChapter } from './course.ts';
import { type Diary, type LivedCommand, openDiary } from './diary.ts';
import { type Notice, subscriptionFrom } from './paying.ts';
import { readSentence } from './sentence.ts';

/** Monday on which the class begins, and the weeks it lasts: always the same, so that its tables can be printed. */
export const BEGIN = Date.UTC(2026, 0, 5);
export const WEEKS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const END = BEGIN + WEEKS * 7 * DAY;

/** Chance to leave for good before a sentence. */
const GIVES_UP = 0.02;
/** Times the whole course is read, at most. */
const ROUNDS = 3;

export interface Life {
  /** 32 lowercase hex digits, as every account has. */
  readonly learner: string;
  /** ISO 8601. */
  readonly signedUp: string;
  /** In the order they are given; each makes something happen. */
  readonly commands: readonly LivedCommand[];
}

/**
 * Twelve weeks of one made-up learner: the same for the same seed, number and edition of the library, whatever the
 * size of the class.
 */
export function lifeOf(course: Course, seed: string, number: number): Life {
  const name = `${seed} ${course.edition} ${number}`;
  const random = seeded(name);
  // Most come in the first weeks, when the class is told of the app.
  const begin = BEGIN + Math.floor(random() ** 2 * 60) * DAY;
  const diary = openDiary(name);
  const path = pathOf(course, random);
  const character = characterOf(random);
  diary.subscription(live(diary, path, begin, character, random));
  return {
    learner: createHash('sha256').update(name).digest('hex').slice(0, 32),
    signedUp: new Date(begin).toISOString(),
    commands: diary.commands,
  };
}

interface Character {
  /** See `answer`. */
  readonly ability: number;
  readonly sessionsAWeek: number;
  /** Chance to go on from one week to the next. */
  readonly staying: number;
  readonly willPay: boolean;
  /** The week of one's own in which everything is begun again. */
  readonly resetsIn: number | undefined;
}

function characterOf(random: Random): Character {
  const ability = normal(random, 0.6, 0.7);
  const sessionsAWeek = between(random, 1, 4);
  const staying = 0.7 + 0.08 * sessionsAWeek - random() * 0.2;
  const willPay = random() < 0.4;
  const resetsIn = random() < 0.04 ? between(random, 2, 6) : undefined;
  return { ability, sessionsAWeek, staying, willPay, resetsIn };
}

interface Chapter {
  readonly book: CourseBook;
  readonly chapter: CourseChapter;
}

/** Every chapter there is, the book that comes first chosen by chance. */
function pathOf({ books }: Course, random: Random): readonly Chapter[] {
  const first = Math.floor(random() * books.length);
  return [...books.slice(first), ...books.slice(0, first)].flatMap(book =>
    book.chapters.map(chapter => ({ book, chapter })),
  );
}

/** Reads along the path, session by session. @returns what the payment provider says meanwhile */
function live(
  diary: Diary,
  path: readonly Chapter[],
  begin: number,
  { ability, willPay, resetsIn, ...habits }: Character,
  random: Random,
): readonly Notice[] {
  let paid: readonly Notice[] = [];
  let [step, index, round] = [0, 0, 0];
  const maySubscribe = (at: number) => {
    if (willPay && paid.length === 0) paid = subscriptionFrom(at, END, random);
  };
  for (const { start, week, isFirst } of sessions(begin, habits, random)) {
    let clock = start;
    if (week === resetsIn && isFirst) clock = reset(diary, path, clock, random);
    for (let left = between(random, 1, 5); left > 0; ) {
      if (random() < GIVES_UP) return paid;
      const here = path[step];
      if (!here) break;
      const isFree = here.chapter.number === 1;
      if (!isFree) maySubscribe(clock);
      if (isFree || isSubscribed(paid, clock)) {
        clock = readSentence(diary, { ...here, index, round }, ability, clock, random);
        index += 1;
        left -= 1;
      } else index = here.chapter.sentences.length;
      if (index < here.chapter.sentences.length) continue;
      step += 1;
      index = 0;
      if (step < path.length) continue;
      // Everything there is was read: some pay for what will come, some read it once more.
      maySubscribe(clock);
      round += 1;
      if (round < ROUNDS) step = 0;
    }
  }
  return paid;
}

/** When the learner sits down to read, until the interest or the class ends. */
function* sessions(
  begin: number,
  { sessionsAWeek, staying }: Pick<Character, 'sessionsAWeek' | 'staying'>,
  random: Random,
): Generator<{ readonly start: number; readonly week: number; readonly isFirst: boolean }> {
  for (let week = 0; begin + week * 7 * DAY < END; week++) {
    if (week > 0 && random() > staying) return;
    if (week > 0 && random() < 0.12) continue;
    const days = new Set(Array.from({ length: sessionsAWeek }, () => between(random, 0, 6)));
    for (const [order, day] of [...days].sort().entries()) {
      const start = begin + (week * 7 + day) * DAY + between(random, 7 * 60, 21 * 60) * MINUTE;
      if (start >= END) return;
      yield { start, week, isFirst: order === 0 };
    }
  }
}

function isSubscribed(paid: readonly Notice[], at: number): boolean {
  const last = paid.findLast(notice => notice.at <= at);
  return last !== undefined && isActive(last.now);
}

/** Begins again in every language; some think better of it at once. @returns when that is done */
function reset(diary: Diary, path: readonly Chapter[], clock: number, random: Random): number {
  const undone = random() < 0.5;
  for (const language of new Set(path.map(({ book }) => book.language))) {
    diary.vocabulary(clock, language, { type: 'reset' });
    if (undone) diary.vocabulary(clock + 3 * MINUTE, language, { type: 'undo reset' });
  }
  return clock + 5 * MINUTE;
}
