import type { Option } from '../../../../domain/catalogue/catalogue.ts';
import { clauseKey, sentenceKey, wordInstanceKey } from '../../../../domain/catalogue/keys.ts';
import { splitIntoClauses } from '../../../../domain/quiz/clauses.ts';
import { optionsFrom } from '../../../../domain/quiz/question-data.ts';
import type { QuizQuestion, QuizSentence } from '../../../../domain/quiz/quiz.ts';
import type { AnswerFile, sentences, wordInstances } from '../../../../facade/books.ts';
import type { ReplyOf } from '../../../../facade/endpoint.ts';
import { typographic } from '../../../shared/typographic.ts';

type WireSentence = ReplyOf<typeof sentences>[number];
type WireWord = ReplyOf<typeof wordInstances>[number];

/** One answer file: question data by key (spec 3). Empty if the file did not load (spec 8). */
export type AnswerData = Readonly<Record<string, Readonly<Record<string, unknown>>>>;
export type AnswerFiles = Readonly<Record<AnswerFile, AnswerData>>;

/** A stem or an ending as the reader shows it. */
export interface ReaderFragment {
  readonly id: string;
  readonly kind: 'stem' | 'ending';
  /** As in a dictionary; endings begin with a hyphen. */
  readonly text: string;
  readonly gloss: string;
  readonly lemma: string | null;
  readonly note: string | null;
}

export interface ReaderWord {
  readonly id: string;
  readonly text: string;
  /** Counted from 1. */
  readonly position: number;
  readonly leadingPunctuation: string;
  readonly trailingPunctuation: string;
  readonly translation: string;
  readonly modernEquivalent: string | null;
  readonly skipped: WireWord['skipped'];
  readonly fragments: readonly ReaderFragment[];
}

export interface ReaderSentence {
  readonly id: string;
  /** Sentence key of spec 3. */
  readonly key: string;
  readonly contentVersion: string;
  readonly text: string;
  readonly translation: string;
  readonly newParagraph: boolean;
  readonly words: readonly ReaderWord[];
  /** Indexed by clause. */
  readonly clauses: readonly (readonly ReaderWord[])[];
  readonly quiz: QuizSentence;
  readonly phrases: readonly { readonly phrase: string; readonly explanation: string }[];
  /** A summary of the story up to and including this sentence. */
  readonly summary: string | null;
  /** The keys of spec 3 that an issue report names. */
  readonly wordKeys: Readonly<Record<string, string>>;
  readonly clauseKeys: readonly string[];
}

/**
 * Combines the replies that make up a chapter: sentences in order, each with words, clauses, questions and explanations.
 * Anything without question data is not asked.
 */
export function readerSentences(
  bookTitle: string,
  sentences: readonly WireSentence[],
  words: readonly WireWord[],
  files: AnswerFiles,
): readonly ReaderSentence[] {
  const wordsOf = Map.groupBy(words, ({ sentence }) => sentence);
  return [...sentences]
    .sort((a, b) => a.position - b.position)
    .map(sentence => readerSentence(bookTitle, sentence, wordsOf.get(sentence._id) ?? [], files));
}

function readerSentence(
  bookTitle: string,
  sentence: WireSentence,
  wire: readonly WireWord[],
  files: AnswerFiles,
): ReaderSentence {
  const key = sentenceKey(bookTitle, sentence);
  const words = [...wire].sort((a, b) => a.position - b.position).map(readerWord);
  const clauses = splitIntoClauses(words);
  const wordKeys = Object.fromEntries(
    words.map(({ id, position }) => [id, wordInstanceKey(bookTitle, sentence, position)]),
  );
  const summary = textIn(files.ProgressSummaries[key], 'summary');
  const clauseKeys = clauses.map((_, index) => clauseKey(bookTitle, sentence, index));
  return {
    id: sentence._id,
    key,
    contentVersion: sentence.contentVersion,
    text: sentence.text,
    newParagraph: sentence.newParagraph,
    translation: typographic(textIn(files.SentenceAnswers[key], 'translation') ?? sentence.translation),
    words,
    clauses,
    quiz: {
      id: sentence._id,
      words: words.map(({ id, trailingPunctuation, fragments, skipped }) => ({
        id,
        trailingPunctuation,
        fragments: fragments.map(fragment => fragment.id),
        skipped: skipped !== null,
      })),
      wordQuestions: questions(Object.entries(wordKeys), files.WordAnswers),
      clauseQuestions: questions([...clauseKeys.entries()], files.ClauseAnswers),
      sentenceQuestion: questions([['whole', key]], files.SentenceAnswers).whole,
    },
    phrases: phrasesIn(files.SentenceDevices[key]),
    summary: summary === undefined ? null : typographic(summary),
    wordKeys,
    clauseKeys,
  };
}

function readerWord(word: WireWord): ReaderWord {
  const endings = [word.ending1, word.ending2, word.ending3].filter(ending => ending !== null);
  return {
    id: word._id,
    text: word.text,
    position: word.position,
    leadingPunctuation: word.leadingPunctuation,
    trailingPunctuation: word.trailingPunctuation,
    translation: typographic(word.translation),
    modernEquivalent: word.word.modernEquivalent,
    skipped: word.skipped,
    fragments: [
      readerFragment(word.stem, 'stem'),
      ...endings.map(ending => readerFragment(ending, 'ending')),
    ],
  };
}

function readerFragment(
  fragment: WireWord['stem'] | NonNullable<WireWord['ending1']>,
  kind: 'stem' | 'ending',
) {
  const { _id: id, gloss, lemma, note } = fragment;
  const text = fragment.text.replace(/^-/, '');
  return { id, kind, text: kind === 'ending' ? `-${text}` : text, gloss, lemma, note };
}

function questions<Key extends string | number>(
  keys: readonly (readonly [Key, string])[],
  data: AnswerData,
): Record<Key, QuizQuestion> {
  const found: Partial<Record<Key, QuizQuestion>> = {};
  for (const [place, key] of keys) {
    const id = textIn(data[key], '_id');
    if (id !== undefined && textIn(data[key], 'correctAnswer') !== undefined)
      found[place] = { id, options: optionsFrom(data[key] ?? {}).map(shownOption) };
  }
  return found as Record<Key, QuizQuestion>;
}

/** An option as it is shown; `Marked` shows its explanation. */
export function shownOption({ text, explanation }: Option): Option {
  return { text: typographic(text), explanation };
}

/** The value of a field if it is a text with content. */
function textIn(data: Readonly<Record<string, unknown>> | undefined, field: string): string | undefined {
  const value = data?.[field];
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

function phrasesIn(data: Readonly<Record<string, unknown>> | undefined): ReaderSentence['phrases'] {
  const [phrases, explanations] = [listIn(data?.['phrases']), listIn(data?.['explanations'])];
  return phrases.flatMap((phrase, index) => {
    const explanation = explanations[index];
    return explanation ? [{ phrase, explanation }] : [];
  });
}

function listIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(item => typeof item === 'string') : [];
}
