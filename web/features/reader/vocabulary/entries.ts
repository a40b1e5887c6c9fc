import { kindOf, type QuizAnswer, type Step } from '../../../../domain/quiz/quiz.ts';
import { isRefusal } from '../../../../domain/refusal.ts';
import { decide, type JudgedAnswer, type VocabularyCommand } from '../../../../domain/vocabulary/decide.ts';
import { changedLevels, levelsFrom } from '../../../../domain/vocabulary/fragment-levels.ts';
import { levelFrom, stateAndLevel, thirds } from '../../../../domain/vocabulary/levels.ts';
import { evolve, nothingLearned, type Vocabulary } from '../../../../domain/vocabulary/vocabulary.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import type { vocabularies } from '../../../../facade/vocabularies.ts';

export type Entry = ReplyOf<typeof vocabularies>[number];

/** By the entries they were made of: a vocabulary of thousands of fragments is read once. */
const read = new WeakMap<readonly Entry[], Map<string, Vocabulary>>();

/** The vocabulary of one language, as the server's entries say. */
export function vocabularyFrom(entries: readonly Entry[], language: string): Vocabulary {
  const existing = read.get(entries)?.get(language);
  if (existing) return existing;
  const own = entries
    .filter(entry => entry.language === language)
    .map(({ fragment, state, level }) => [fragment, levelFrom(state, level) ?? 'new'] as const);
  const sum = own.reduce((total, [, level]) => total + thirds[level], 0);
  return remembered(entries, language, { ...nothingLearned, levels: levelsFrom(own), thirds: sum });
}

/** Tells which vocabulary the entries are of, so that they are not read again. */
export function remembered(entries: readonly Entry[], language: string, vocabulary: Vocabulary): Vocabulary {
  const ofEntries = read.get(entries) ?? new Map<string, Vocabulary>();
  read.set(entries, ofEntries.set(language, vocabulary));
  return vocabulary;
}

/** The entries with one language's levels replaced by those of a vocabulary; what is unchanged stays the same object. */
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

/** What a command will make of the vocabulary: the same rules as on the server. A refused one changes nothing. */
export function foreseen(vocabulary: Vocabulary, command: VocabularyCommand): Vocabulary {
  const decided = decide(vocabulary, command);
  return isRefusal(decided) || decided.length === 0 ? vocabulary : evolve(vocabulary, decided);
}

/** The answers of a sentence as the domain takes them, judged here as the server will: option 0 is right. */
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
