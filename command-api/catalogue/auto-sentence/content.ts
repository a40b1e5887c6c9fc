import type { Option, Question, WordInstance } from '../../../domain/catalogue/catalogue.ts';
import type { SentenceContent } from '../../../domain/catalogue/version.ts';
import type { AutoSentence } from '../../../facade/auto-sentence.ts';
import type { BookInPlace } from './book.ts';
import type { ExistingSentence } from './existing.ts';
import type { FragmentIds } from './fragments.ts';

const neverAsked = ['proper noun', 'roman numeral', 'latin'] as const;

interface Ground {
  readonly book: BookInPlace;
  readonly fragments: FragmentIds;
  /** The existing sentence: parts that are sent without an id keep theirs. */
  readonly before: ExistingSentence | undefined;
  /** Id of a new sentence; the ids of its parts are derived from it. */
  readonly newId: string;
}

/** Converts a payload into catalogue content with an id for every part. */
export function contentOf(
  { meta, wordInstances }: AutoSentence,
  { book, fragments, before, newId }: Ground,
): SentenceContent {
  const id = meta._id ?? before?.id ?? newId;
  const questionId = (wordInstanceId: string | null, clause: number | null) =>
    before?.questions.find(
      question => question.word_instance_id === wordInstanceId && question.clause === clause,
    )?.id;
  const words = wordInstances.map((word, index): WordInstance => {
    const { position, text, stem } = word;
    const known = before?.words.find(other => other.position === position && other.text === text);
    return {
      id: word._id ?? known?.id ?? `${shortened(id)}-${position}-${newId.slice(-8)}`,
      sentenceId: id,
      text,
      position,
      leadingPunctuation: word.leadingPunctuation,
      trailingPunctuation: word.trailingPunctuation,
      translation: word.translation,
      modernEquivalent: word.word?.modernEquivalent ?? null,
      fragments: fragments[index] ?? [],
      skipped: word.skipped === undefined ? (neverAsked.find(pos => pos === stem.pos) ?? null) : word.skipped,
    };
  });
  const questions: Question[] = words.flatMap((word, index): Question[] => {
    const answers = wordInstances[index]?.answers;
    if (!answers) return [];
    return [
      {
        id:
          answers._id ?? questionId(word.id, null) ?? `${shortened(id)}-q${word.position}-${newId.slice(-8)}`,
        kind: 'word',
        sentenceId: id,
        wordInstanceId: word.id,
        clause: null,
        options: optionsOf(answers, 'incorrectTranslation', word.translation),
      },
    ];
  });
  for (const clause of meta.clauses ?? [])
    questions.push({
      id:
        clause._id ??
        questionId(null, clause.clause) ??
        `${shortened(id)}-c${clause.clause}-${newId.slice(-8)}`,
      kind: 'clause',
      sentenceId: id,
      wordInstanceId: null,
      clause: clause.clause,
      options: optionsOf(clause, 'incorrectAnswer', clause.correctAnswer),
    });
  if (meta.answers)
    questions.push({
      id: meta.answers._id ?? questionId(null, null) ?? `${shortened(id)}-s-${newId.slice(-8)}`,
      kind: 'sentence',
      sentenceId: id,
      wordInstanceId: null,
      clause: null,
      options: optionsOf(meta.answers, 'incorrectAnswer', meta.translation),
    });
  const { part, chapter, section, position, text, translation, newParagraph } = meta;
  return {
    sentence: {
      ...{ id, bookId: book.id, part, chapter, section, position, text, translation, newParagraph },
      chapterTitle: book.chapterTitle,
    },
    wordInstances: words,
    questions,
    phrases: meta.phrases ?? [],
    summary: meta.summary ?? null,
  };
}

/** An id has 64 characters at most. */
function shortened(id: string): string {
  return id.slice(0, 45);
}

/** An empty option keeps its number. */
function optionsOf(
  answers: Readonly<Record<string, string | number | undefined>>,
  wrong: 'incorrectTranslation' | 'incorrectAnswer',
  translation: string,
): readonly Option[] {
  const said = (name: string) => String(answers[name] ?? '');
  const options = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(number => ({
    text: said(`${wrong}${number}`),
    explanation: said(`incorrectExplanation${number}`),
  }));
  const last = options.findLastIndex(({ text, explanation }) => text !== '' || explanation !== '');
  return [
    { text: said('correctAnswer') || translation, explanation: said('correctExplanation') },
    ...options.slice(0, last + 1),
  ];
}
