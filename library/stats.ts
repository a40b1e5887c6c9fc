import type { ChapterContent, LibraryContent, Question } from '../domain/catalogue/catalogue.ts';
import { enter } from '../domain/quiz/quiz.ts';
import { answered } from '../domain/vocabulary/level-policies.ts';
import type { Level } from '../domain/vocabulary/levels.ts';
import { chapterName } from './chapter-name.ts';
import { linesOf, type SourceFile } from './format/lines.ts';
import { guessedByLength } from './guessing.ts';

export interface ChapterStatistics {
  readonly chapter: string;
  readonly units: number;
  readonly words: number;
  /** Different fragments among the words that are asked. */
  readonly stems: number;
  readonly endings: number;
  /** New ones among both, compared with earlier chapters of the list. */
  readonly newFragments: number;
  readonly questions: number;
  /** Distinct word questions. */
  readonly wordQuestions: number;
  readonly options: number;
  /** Share of the questions that always choosing the shortest or the longest option answers; about 0.33 is chance. */
  readonly shortestRight: number;
  readonly longestRight: number;
  /** Lines of the chapter's file for each word. */
  readonly linesPerWord: number;
  /** Written explanations in the chapter's file per word; the others are generated. */
  readonly explanationsPerWord: number;
  /** Questions per unit for a learner who knows nothing, and for one who has read the earlier chapters of the list. */
  readonly perUnitNewcomer: number;
  readonly perUnitReader: number;
}

/** Counts per chapter, in the order of the library. */
export function statistics(
  { books, chapters, fragments }: LibraryContent,
  files: readonly SourceFile[],
): readonly ChapterStatistics[] {
  const kinds = new Map(fragments.map(({ id, kind }) => [id, kind]));
  const sources = files.filter(({ path }) => /\/\d+-[^/]+\.txt$/.test(path));
  const met = new Set<string>();
  const levels = new Map<string, Level>();
  return chapters.map((content, index) => {
    const { sentences, wordInstances, questions } = content;
    const asked = new Set(
      wordInstances.filter(word => word.skipped === null).flatMap(word => word.fragments),
    );
    const fresh = [...asked].filter(fragment => !met.has(fragment));
    for (const fragment of fresh) met.add(fragment);
    const lines = linesOf(sources[index] ?? { path: '', text: '' });
    const written = lines.filter(({ text }) => /^[+-] /.test(text)).length;
    const perUnit = (known: Map<string, Level>) => rounded(questionsAsked(content, known) / sentences.length);
    return {
      chapter: chapterName(content, { books }),
      units: sentences.length,
      words: wordInstances.length,
      stems: [...asked].filter(fragment => kinds.get(fragment) === 'stem').length,
      endings: [...asked].filter(fragment => kinds.get(fragment) === 'ending').length,
      newFragments: fresh.length,
      questions: questions.length,
      wordQuestions: new Set(
        questions.filter(({ kind }) => kind === 'word').map(({ options }) => JSON.stringify(options)),
      ).size,
      options: questions.reduce((sum, { options }) => sum + options.length, 0),
      shortestRight: rounded(guessedByLength(questions).shortest),
      longestRight: rounded(guessedByLength(questions).longest),
      linesPerWord: rounded(lines.length / wordInstances.length),
      explanationsPerWord: rounded(written / wordInstances.length),
      perUnitNewcomer: perUnit(new Map()),
      perUnitReader: perUnit(levels),
    };
  });
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Number of questions in a chapter for a learner who answers everything right. */
function questionsAsked(
  { sentences, wordInstances, questions }: ChapterContent,
  levels: Map<string, Level>,
): number {
  let asked = 0;
  for (const { id } of sentences) {
    const words = wordInstances
      .filter(({ sentenceId }) => sentenceId === id)
      .map(word => ({ ...word, skipped: word.skipped !== null }));
    const of = (kind: Question['kind']) =>
      questions.filter(question => question.sentenceId === id && question.kind === kind);
    const { steps } = enter(
      {
        id,
        words,
        wordQuestions: Object.fromEntries(of('word').map(question => [question.wordInstanceId, question])),
        clauseQuestions: Object.fromEntries(of('clause').map(question => [question.clause, question])),
      },
      fragment => levels.get(fragment) ?? 'new',
      'statistics',
    );
    asked += steps.length;
    const touched = new Set(
      steps.flatMap(({ word }) => words.find(other => other.id === word)?.fragments ?? []),
    );
    for (const fragment of touched) levels.set(fragment, answered(levels.get(fragment) ?? 'new', [true]));
  }
  return asked;
}
