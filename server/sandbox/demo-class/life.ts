import { createHash } from 'node:crypto';
import { enter, type Step } from '../../../domain/quiz/quiz.ts';
import { type Random, seeded } from '../../../domain/quiz/random.ts';
import { decide as decideReading, type ReadingCommand } from '../../../domain/reading/decide.ts';
import { evolve as evolveReading, nothingRead } from '../../../domain/reading/reading.ts';
import { isRefusal } from '../../../domain/refusal.ts';
import type { SubscriptionCommand } from '../../../domain/subscription/decide.ts';
import { isActive } from '../../../domain/subscription/subscription.ts';
import { decide, type JudgedAnswer, type VocabularyCommand } from '../../../domain/vocabulary/decide.ts';
import { evolve, levelOf, nothingLearned } from '../../../domain/vocabulary/vocabulary.ts';
import { answer } from './answers.ts';
import { between, normal } from './chance.ts';
import type { Course, CourseBook, CourseChapter } from './course.ts';
import { type Notice, subscriptionFrom } from './paying.ts';

/** Monday on which the class begins, and the weeks it lasts: always the same, so that its tables can be printed. */
export const BEGIN = Date.UTC(2026, 0, 5);
export const WEEKS = 12;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const END = BEGIN + WEEKS * 7 * DAY;

/** Chance to leave for good before a sentence. */
const GIVES_UP = 0.02;

/** A command of a made-up learner, ready for its aggregate. */
export type LivedCommand = {
  readonly commandId: string;
  readonly at: string;
} & (
  | { readonly aggregate: 'reading'; readonly book: string; readonly command: ReadingCommand }
  | { readonly aggregate: 'vocabulary'; readonly language: string; readonly command: VocabularyCommand }
  | { readonly aggregate: 'subscription'; readonly command: SubscriptionCommand }
);

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
 * size of the class. What is decided on the way is decided by the domain, as it will be when the commands are sent.
 */
export function lifeOf(course: Course, seed: string, number: number): Life {
  const name = `${seed} ${course.edition} ${number}`;
  const random = seeded(name);
  // Most come in the first weeks, when the class is told of the app.
  const begin = BEGIN + Math.floor(random() ** 2 * 60) * DAY;
  const writing = diary(name);
  const path = pathOf(course, random);
  const ability = normal(random, 0.6, 0.7);
  const sessionsAWeek = between(random, 1, 4);
  const staying = 0.7 + 0.08 * sessionsAWeek - random() * 0.2;
  const willPay = random() < 0.4;
  const resetsIn = random() < 0.04 ? between(random, 2, 6) : undefined;
  let paid: readonly Notice[] = [];
  let place = { chapter: 0, sentence: 0, round: 0 };

  const subscribed = (at: number) => {
    const last = paid.findLast(notice => notice.at <= at);
    return last !== undefined && isActive(last.now);
  };

  for (let week = begin, count = 0; week < END; week += 7 * DAY, count++) {
    if (count > 0 && random() > staying) break;
    if (count > 0 && random() < 0.12) continue;
    const days = [...new Set(Array.from({ length: sessionsAWeek }, () => between(random, 0, 6)))].sort();
    for (const day of days) {
      let clock = week + day * DAY + between(random, 7 * 60, 21 * 60) * MINUTE;
      if (clock >= END || week === END) break;
      if (resetsIn === count && day === days[0]) clock = reset(writing, path, clock, random);
      for (let reads = between(random, 1, 5); reads > 0; reads--) {
        if (random() < GIVES_UP) week = END;
        const here = path[place.chapter];
        if (!here || week === END) break;
        if (here.chapter.number > 1 && willPay && paid.length === 0)
          paid = subscriptionFrom(clock, END, random);
        // Without a subscription the free chapters are read again.
        if (here.chapter.number > 1 && !subscribed(clock)) {
          place = { ...place, chapter: place.chapter + 1, sentence: 0 };
          reads++;
        } else {
          clock = read(writing, here, place, { ability, clock, random });
          place = { ...place, sentence: place.sentence + 1 };
        }
        if (place.sentence >= (path[place.chapter]?.chapter.sentences.length ?? 0))
          place = { ...place, chapter: place.chapter + 1, sentence: 0 };
        if (place.chapter >= path.length) {
          // Everything there is was read: some pay for what will come, some read it once more.
          if (willPay && paid.length === 0) paid = subscriptionFrom(clock, END, random);
          if (place.round === 2) break;
          place = { chapter: 0, sentence: 0, round: place.round + 1 };
        }
      }
    }
  }
  writing.subscription(paid);
  return {
    learner: hash(name).slice(0, 32),
    signedUp: new Date(begin).toISOString(),
    commands: writing.commands(),
  };
}

interface Place {
  readonly book: CourseBook;
  readonly chapter: CourseChapter;
}

/** Every chapter there is, the book that comes first chosen by chance. */
function pathOf({ books }: Course, random: Random): readonly Place[] {
  const first = Math.floor(random() * books.length);
  return [...books.slice(first), ...books.slice(0, first)].flatMap(book =>
    book.chapters.map(chapter => ({ book, chapter })),
  );
}

/** Reads one sentence: its questions, then what is to be read next. @returns when that is done */
function read(
  writing: Diary,
  { book, chapter }: Place,
  { sentence: index, round }: { readonly sentence: number; readonly round: number },
  { ability, clock, random }: { readonly ability: number; readonly clock: number; readonly random: Random },
): number {
  const sentence = chapter.sentences[index];
  if (!sentence) return clock;
  let now = clock;
  if (index === 0) writing.reading(now, book.id, { type: 'open chapter', chapter: chapter.number });
  const { levelIn } = writing;
  const quiz = enter(sentence, fragment => levelIn(book.language, fragment), `${index} ${round} ${random()}`);
  const fragmentsOf = ({ word }: Step) => sentence.words.find(({ id }) => id === word)?.fragments ?? [];
  const answers = quiz.steps.map((step): JudgedAnswer => {
    const fragments = fragmentsOf(step);
    const known = fragments.map(fragment => levelIn(book.language, fragment));
    const given = answer(step, { ability, known, random });
    now += given.milliseconds;
    const kind = step.phase === 'clause' ? 'clause' : 'word';
    return { question: step.question.id, kind, right: given.chosen === 0, fragments, ...given };
  });
  if (answers.length > 0)
    writing.vocabulary(now, book.language, {
      type: 'answer',
      book: book.id,
      sentence: sentence.id,
      contentVersion: chapter.contentVersion,
      answers,
    });
  const next = chapter.sentences[index + 1];
  writing.reading(now + 200, book.id, {
    type: 'move last read',
    chapter: chapter.number,
    sentences: chapter.sentences.map(({ id }) => id),
    next: next?.id ?? 'finished',
    navigated: false,
  });
  const tapped = quiz.steps.flatMap(fragmentsOf)[0];
  if (tapped !== undefined && random() < 0.05)
    writing.vocabulary(now + 900, book.language, {
      type: 'mark',
      fragment: tapped,
      level: random() < 0.6 ? 'IV' : 'III',
    });
  return now + between(random, 4_000, 15_000);
}

/** Begins again in every language; some think better of it at once. @returns when that is done */
function reset(writing: Diary, path: readonly Place[], clock: number, random: Random): number {
  const undone = random() < 0.5;
  for (const language of new Set(path.map(({ book }) => book.language))) {
    writing.vocabulary(clock, language, { type: 'reset' });
    if (undone) writing.vocabulary(clock + 3 * MINUTE, language, { type: 'undo reset' });
  }
  return clock + 5 * MINUTE;
}

type Diary = ReturnType<typeof diary>;

/** Takes down commands that make something happen, and keeps the state that the aggregates will have then. */
function diary(name: string) {
  const written: LivedCommand[] = [];
  const vocabularies = new Map<string, typeof nothingLearned>();
  const readings = new Map<string, typeof nothingRead>();
  const next = (at: number) => ({
    commandId: uuidOf(`${name} ${written.length}`),
    at: new Date(at).toISOString(),
  });
  return {
    commands: (): readonly LivedCommand[] => written,
    levelIn: (language: string, fragment: string) =>
      levelOf(vocabularies.get(language) ?? nothingLearned, fragment),
    vocabulary(at: number, language: string, command: VocabularyCommand): void {
      const state = vocabularies.get(language) ?? nothingLearned;
      const decided = decide(state, command);
      if (isRefusal(decided) || decided.length === 0) return;
      vocabularies.set(language, evolve(state, decided));
      written.push({ ...next(at), aggregate: 'vocabulary', language, command });
    },
    reading(at: number, book: string, command: ReadingCommand): void {
      const state = readings.get(book) ?? nothingRead;
      const decided = decideReading(state, command);
      if (isRefusal(decided) || decided.length === 0) return;
      readings.set(book, evolveReading(state, decided));
      written.push({ ...next(at), aggregate: 'reading', book, command });
    },
    subscription(notices: readonly Notice[]): void {
      for (const { at, now } of notices) {
        const named = next(at);
        const command = { type: 'record', now, providerEvent: `evt_${named.commandId}` } as const;
        written.push({ ...named, aggregate: 'subscription', command });
      }
    },
  };
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A UUID (version 8) made of a hash. */
function uuidOf(text: string): string {
  const hex = hash(text);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `8${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}
