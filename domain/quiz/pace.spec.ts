import fc from 'fast-check';
import { expect, test } from 'vitest';
import { answered } from '../vocabulary/level-policies.ts';
import type { Level } from '../vocabulary/levels.ts';
import { asSpecified, limitsOf, type Pace, questionsAhead, timesAsked } from './pace.ts';
import { enter, enterPlanned, type Quiz, type QuizSentence } from './quiz.ts';

const question = (id: string) => ({
  id,
  options: [
    { text: `${id} right`, explanation: 'why' },
    { text: `${id} wrong`, explanation: 'why not' },
  ],
});

/** Words are lists of fragments; every third word ends its clause. */
function sentence(id: string, words: readonly (readonly string[])[]): QuizSentence {
  const ids = words.map((_, index) => `${id}-${index}`);
  return {
    id,
    words: words.map((fragments, index) => ({
      id: `${id}-${index}`,
      trailingPunctuation: index % 3 === 2 ? ',' : '',
      fragments,
      skipped: false,
    })),
    wordQuestions: Object.fromEntries(ids.map(word => [word, question(`q ${word}`)])),
    clauseQuestions: Object.fromEntries(words.map((_, index) => [index, question(`c ${id} ${index}`)])),
    sentenceQuestion: question(`s ${id}`),
  };
}

const fragment = fc.constantFrom('com', 'beb', 'ros', 'uv', '-e', '-s', '-a', 'las', 'y', 'que');
const chapters = fc
  .array(fc.array(fc.uniqueArray(fragment, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }), {
    minLength: 1,
    maxLength: 8,
  })
  .map(texts => texts.map((words, index) => sentence(`s${index}`, words)));
const levelsBefore = fc.dictionary(fragment, fc.constantFrom<Level>('new', 'I', 'II', 'III', 'IV'));
const paces = fc.record<Pace>({
  fragmentsAsked: fc.constantFrom(...timesAsked),
  asksWholeSentence: fc.boolean(),
  newFragmentsPerDay: fc.option(fc.integer({ min: 5, max: 12 })),
});
const rights = fc.infiniteStream(fc.boolean());

interface Asked {
  readonly fragments: readonly string[];
  readonly levels: readonly Level[];
}

/** Reads a chapter from its first sentence on, as the reader does: what is planned by the levels reached until then. */
function readThrough(
  sentences: readonly QuizSentence[],
  pace: Pace,
  levels: Readonly<Record<string, Level>>,
  right: () => boolean,
) {
  const now = new Map(Object.entries(levels));
  const levelOf = (id: string) => now.get(id) ?? 'new';
  let newToday = 0;
  return sentences.map((read, index): { quiz: Quiz; asked: readonly Asked[] } => {
    const quiz = enter(read, levelOf, 'seed', limitsOf(pace, { sentences, index, levelOf, newToday }));
    const asked = quiz.steps.flatMap(({ word }) => {
      const fragments = read.words.find(({ id }) => id === word)?.fragments;
      return fragments ? [{ fragments, levels: fragments.map(levelOf) }] : [];
    });
    const met = new Set(asked.flatMap(({ fragments }) => fragments).filter(id => levelOf(id) === 'new'));
    newToday += met.size;
    for (const id of new Set(asked.flatMap(({ fragments }) => fragments)))
      now.set(id, answered(levelOf(id), [right()]));
    return { quiz, asked };
  });
}

test('the pace that one begins with plans what is planned without any', () => {
  fc.assert(
    fc.property(chapters, levelsBefore, fc.nat({ max: 500 }), (sentences, levels, newToday) => {
      const levelOf = (id: string) => levels[id] ?? 'new';
      for (const [index, one] of sentences.entries()) {
        const limits = limitsOf(asSpecified, { sentences, index, levelOf, newToday });
        expect(enter(one, levelOf, 'seed', limits)).toEqual(enter(one, levelOf, 'seed'));
      }
    }),
  );
});

test('each question is asked for a fragment that was asked in the chapter less often than the pace allows', () => {
  fc.assert(
    fc.property(chapters, levelsBefore, paces, rights, (sentences, levels, any, stream) => {
      const pace = { ...any, newFragmentsPerDay: null };
      const most = { 'every time': Number.POSITIVE_INFINITY, 'three times': 3, once: 1 }[pace.fragmentsAsked];
      const times = new Map<string, number>();
      for (const { asked } of readThrough(sentences, pace, levels, () => stream.next().value))
        for (const { fragments, levels } of asked) {
          const wanting = fragments.filter(
            (id, index) => levels[index] !== 'IV' && (times.get(id) ?? 0) < most,
          );
          expect(wanting.length).toBeGreaterThan(0);
          for (const id of fragments) times.set(id, (times.get(id) ?? 0) + 1);
        }
    }),
  );
});

test('asked once, a word whose fragments stand in it alone is one question in the whole chapter', () => {
  const sentences = ['s0', 's1', 's2'].map(id => sentence(id, [['come'], ['rosas']]));
  const once = { ...asSpecified, fragmentsAsked: 'once' } as const;
  const counts = readThrough(sentences, once, {}, () => true).map(({ asked }) => asked.length);
  expect(counts).toEqual([2, 0, 0]);
  const thrice = { ...asSpecified, fragmentsAsked: 'three times' } as const;
  const four = [...sentences, sentence('s3', [['come']])];
  expect(readThrough(four, thrice, {}, () => false).map(({ asked }) => asked.length)).toEqual([2, 2, 2, 0]);
});

test('no more new fragments are asked in a day than its bound; the others stay new, and what was met is asked on', () => {
  fc.assert(
    fc.property(chapters, levelsBefore, paces, rights, (sentences, levels, pace, stream) => {
      const bound = pace.newFragmentsPerDay ?? Number.POSITIVE_INFINITY;
      const read = readThrough(sentences, pace, levels, () => stream.next().value);
      const met = new Set<string>();
      for (const { asked } of read)
        for (const { fragments, levels } of asked)
          for (const [index, id] of fragments.entries()) if (levels[index] === 'new') met.add(id);
      expect(met.size).toBeLessThanOrEqual(bound);
      const without = readThrough(sentences, { ...pace, newFragmentsPerDay: null }, levels, () => true);
      const all = new Set(without.flatMap(({ asked }) => asked).flatMap(({ fragments }) => fragments));
      // A word of three new fragments does not fit when two are left.
      if (read.some(({ quiz }) => quiz.waiting > 0)) expect(met.size).toBeGreaterThan(bound - 3);
      else expect(met.size).toBe([...all].filter(id => (levels[id] ?? 'new') === 'new').length);
    }),
  );
});

test('a clause with a word that waits is not asked, nor is its sentence; what was met is', () => {
  const one = sentence('s', [['come'], ['las'], ['rosas'], ['y'], ['bebe'], ['uvas']]);
  const levels: Record<string, Level> = { come: 'II', las: 'I', rosas: 'I', y: 'I' };
  const levelOf = (id: string) => levels[id] ?? 'new';
  const pace: Pace = { ...asSpecified, asksWholeSentence: true, newFragmentsPerDay: 20 };
  const planned = (newToday: number) => {
    const limits = limitsOf(pace, { sentences: [one], index: 0, levelOf, newToday });
    const { steps, waiting } = enter(one, levelOf, 'seed', limits);
    return [steps.map(({ question: { id } }) => id.replace('q s-', '')), waiting];
  };
  expect(planned(20)).toEqual([['0', '1', '2', 'c s 0', '3'], 2]);
  expect(planned(18)).toEqual([['0', '1', '2', 'c s 0', '3', '4', '5', 'c s 1', 's s'], 0]);
});

test('the whole sentence is asked behind its clauses, but not when its only clause has been', () => {
  const pace = { ...asSpecified, asksWholeSentence: true };
  const levelOf = () => 'new' as const;
  const last = (words: readonly string[]) => {
    const one = sentence(
      's',
      words.map(word => [word]),
    );
    const limits = limitsOf(pace, { sentences: [one], index: 0, levelOf, newToday: 0 });
    return enter(one, levelOf, 'seed', limits).steps.at(-1)?.phase;
  };
  expect(last(['come', 'las', 'rosas', 'y', 'bebe'])).toBe('whole sentence');
  expect(last(['come', 'las', 'rosas'])).toBe('clause');
  expect(last(['come'])).toBe('whole sentence');
});

test('a plan is taken up again with all of its questions', () => {
  fc.assert(
    fc.property(chapters, levelsBefore, paces, (sentences, levels, pace) => {
      for (const { quiz } of readThrough(sentences, pace, levels, () => true)) {
        const plan = quiz.steps.map(({ question: { id } }) => id);
        expect(enterPlanned(quiz.sentence, plan, 'seed').steps).toEqual(quiz.steps);
      }
    }),
  );
});

test('as many questions are expected as are asked of somebody who gets everything right', () => {
  fc.assert(
    fc.property(chapters, levelsBefore, paces, (sentences, levels, pace) => {
      const asked = readThrough(sentences, pace, levels, () => true).map(({ quiz }) => quiz.steps.length);
      const levelOf = (id: string) => levels[id] ?? 'new';
      expect(questionsAhead(pace, { sentences, index: 0, levelOf, newToday: 0 })).toEqual(asked);
    }),
  );
});

test('a chapter of four times as many sentences is estimated in four times as many steps', () => {
  /** Every sentence has words of its own, words of other sentences, and endings that are everywhere. */
  const words = (index: number) => [
    [`own${index}`, '-a'],
    [`other${Math.floor(index / 3)}`, '-s'],
    [`later${index % 40}`, '-a', '-s'],
    ['las'],
  ];
  const stepsOf = (count: number, pace: Pace, known: Level) => {
    let steps = 0;
    const sentences = Array.from({ length: count }, (_, index): QuizSentence => {
      const plain = sentence(`s${index}`, words(index));
      const looking = plain.words.map(word => ({
        ...word,
        get fragments() {
          steps++;
          return word.fragments;
        },
      }));
      return { ...plain, words: looking };
    });
    const levelOf = (id: string) => (id.startsWith('own') ? 'new' : known);
    questionsAhead(pace, { sentences, index: 0, levelOf, newToday: 0 });
    return steps;
  };
  for (const fragmentsAsked of timesAsked)
    for (const known of ['new', 'I', 'III'] as const)
      for (const newFragmentsPerDay of [null, 50]) {
        const pace = { ...asSpecified, fragmentsAsked, newFragmentsPerDay };
        expect(stepsOf(400, pace, known)).toBeLessThan(4.4 * stepsOf(100, pace, known));
      }
});
