import type { GivenAnswer, QuestionKind, VocabularyEvent } from './vocabulary.ts';

type SentenceAnswered = Extract<VocabularyEvent, { readonly type: 'SentenceAnswered' }>;

/** How old logs hold an answer: each by itself, and what it moved behind it as `FragmentChanged`. */
interface QuestionAnswered {
  readonly epoch: number;
  readonly question: string;
  readonly kind: QuestionKind;
  readonly book: string;
  readonly sentence: string;
  readonly chosen: number | null;
  readonly right: boolean;
  readonly milliseconds: number;
  readonly contentVersion: string;
}

/**
 * How events that are no longer written are read, by the type and schema they were stored with. Given to the log where
 * it is opened. Each event is lifted by itself, so that positions and revisions stay as they are.
 */
export const lifts = {
  QuestionAnswered: [
    (stored: Readonly<Record<string, unknown>>): SentenceAnswered & { readonly schema: 1 } => {
      // What the product of that time wrote, which the fixture of schema 1 keeps.
      const old = stored as unknown as QuestionAnswered;
      const { epoch, book, sentence, contentVersion, question, kind, chosen, right, milliseconds } = old;
      const answer: GivenAnswer = [question, kind, chosen, right, milliseconds];
      return {
        type: 'SentenceAnswered',
        schema: 1,
        data: {
          epoch,
          book,
          sentence,
          contentVersion,
          occasion: 'reading',
          answers: [answer],
          fragments: {},
        },
      };
    },
  ],
};
