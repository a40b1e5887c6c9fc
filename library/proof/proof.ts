import type {
  ChapterContent,
  Fragment,
  LibraryContent,
  Question,
  Sentence,
  WordInstance,
} from '../../domain/catalogue/catalogue.ts';
import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { chapterName } from '../chapter-name.ts';
import { quoted } from '../format/tokenize.ts';

/** A chapter for a reviewer: every sentence with its words, each followed by its question. */
export interface ProofSentence {
  readonly sentence: Sentence;
  readonly summary: string;
  readonly phrases: readonly { readonly phrase: string; readonly explanation: string }[];
  readonly clauses: readonly {
    readonly text: string;
    readonly words: readonly ProofWord[];
    readonly question: Question | undefined;
  }[];
  readonly question: Question | undefined;
}

export interface ProofWord {
  readonly word: WordInstance;
  readonly fragments: readonly Fragment[];
  readonly question: Question | undefined;
  /** The key of the first word of the library with the same question. */
  readonly sameAs: string | undefined;
}

export function proofOf(
  content: ChapterContent,
  { fragments, books, chapters }: LibraryContent,
): readonly ProofSentence[] {
  const known = new Map(fragments.map(fragment => [fragment.id, fragment]));
  const first = new Map<string, string>();
  for (const chapter of chapters)
    for (const question of chapter.questions) {
      const key = JSON.stringify(question.options);
      if (question.kind === 'word' && !first.has(key)) first.set(key, question.id);
    }
  const places = new Map(
    chapters.flatMap(chapter => {
      const name = chapterName(chapter, { books });
      const at = new Map(chapter.sentences.map(({ id, position }) => [id, position]));
      const position = new Map(chapter.wordInstances.map(word => [word.id, word.position]));
      return chapter.questions.map(
        ({ id, sentenceId, wordInstanceId }) =>
          [id, `${name}, ${at.get(sentenceId)}.${position.get(wordInstanceId ?? '')}`] as const,
      );
    }),
  );
  const ofWord = new Map(content.questions.map(question => [question.wordInstanceId, question]));
  return content.sentences.map(sentence => {
    const words = content.wordInstances.filter(({ sentenceId }) => sentenceId === sentence.id);
    const here = content.questions.filter(({ sentenceId }) => sentenceId === sentence.id);
    return {
      sentence,
      summary: content.summaries.find(({ sentenceId }) => sentenceId === sentence.id)?.summary ?? '',
      phrases: content.phrases.find(({ sentenceId }) => sentenceId === sentence.id)?.phrases ?? [],
      question: here.find(({ kind }) => kind === 'sentence'),
      clauses: splitIntoClauses(words).map((clause, index) => ({
        text: quoted(clause),
        question: here.find(question => question.kind === 'clause' && question.clause === index),
        words: clause.map(word => {
          const question = ofWord.get(word.id);
          const origin = question && first.get(JSON.stringify(question.options));
          return {
            word,
            fragments: word.fragments.flatMap(id => known.get(id) ?? []),
            question,
            sameAs: origin === undefined || origin === question?.id ? undefined : places.get(origin),
          };
        }),
      })),
    };
  });
}
