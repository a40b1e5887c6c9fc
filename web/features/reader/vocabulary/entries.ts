import { kindOf, type QuizAnswer, type Step } from '../../../../domain/quiz/quiz.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { decide, type JudgedAnswer, type VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { changedLevels, levelsFrom } from '../../../../domain/vocabulary/fragment-levels.ts';
import { levelFrom, stateAndLevel, thirds } from '../../../../domain/vocabulary/levels.ts';
import { evolve, nothingLearned, type Vocabulary } from '../../../../domain/vocabulary/vocabulary.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import type { vocabularies } from '../../../../facade/vocabularies.ts';

export type Entry = ReplyOf<typeof vocabularies>[number];

/** Cached by the entries, because a vocabulary has thousands of fragments. */
const read = new WeakMap<readonly Entry[], Map<string, Vocabulary>>();

/** The vocabulary of one language. */
export function vocabularyFrom(entries: readonly Entry[], language: string): Vocabulary {
  const existing = read.get(entries)?.get(language);
  if (existing) return existing;
  const own = entries
    .filter(entry => entry.language === language)
    .map(({ fragment, state, level }) => [fragment, levelFrom(state, level) ?? 'new'] as const);
  const sum = own.reduce((total, [, level]) => total + thirds[level], 0);
  return remembered(entries, language, { ...nothingLearned, levels: levelsFrom(own), thirds: sum });
}

/** Caches the vocabulary of entries that were made from it. */
export function remembered(entries: readonly Entry[], language: string, vocabulary: Vocabulary): Vocabulary {
  const ofEntries = read.get(entries) ?? new Map<string, Vocabulary>();
  read.set(entries, ofEntries.set(language, vocabulary));
  return vocabulary;
}

/** The entries with one language's levels taken from a vocabulary; unchanged entries stay the same objects. */
export function entriesWith(
  entries: readonly Entry[],
  language: string,
  { levels }: Pick<Vocabulary, 'levels'>,
): Entry[] {
  const changed = new Map(changedLevels(vocabularyFrom(entries, language).levels, levels));
  const replaced = entries.map(entry => {
    const level = entry.language === language ? changed.get(entry.fragment) : undefined;
    if (level === undefined) return entry;
    changed.delete(entry.fragment);
    return { ...entry, ...stateAndLevel(level) };
  });
  const added = [...changed].map(([fragment, level]) => ({
    _id: fragment,
    fragment,
    language,
    ...stateAndLevel(level),
  }));
  return [...replaced, ...added];
}

/** The effect of a command on the vocabulary, by the rules of the server. A refused command changes nothing. */
export function afterCommand(vocabulary: Vocabulary, command: VocabularyCommand): Vocabulary {
  const decided = decide(vocabulary, command);
  return isRefusal(decided) || decided.length === 0 ? vocabulary : evolve(vocabulary, decided);
}

/** The answers of a sentence for the domain, judged as on the server: option 0 is right. */
export function judged(
  steps: readonly Step[],
  answers: readonly QuizAnswer[],
  fragmentsOf: (word: string) => readonly string[],
): readonly JudgedAnswer[] {
  return answers.flatMap((answer, index) => {
    const step = steps[index];
    if (!step) return [];
    return [
      {
        ...answer,
        kind: kindOf(step),
        right: answer.chosen === 0,
        fragments: step.word === null ? [] : fragmentsOf(step.word),
      },
    ];
  });
}
