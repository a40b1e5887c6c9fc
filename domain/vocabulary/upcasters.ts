import type { GivenAnswer, QuestionKind, VocabularyEvent } from './vocabulary.ts';

type SentenceAnswered = Extract<VocabularyEvent, { readonly type: 'SentenceAnswered' }>;

/** The event that was written for each answer. The changes of levels followed it as `FragmentChanged` events. */
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
 * Upcasters by stored type (see `event-store/upcasting.ts`). One stored event becomes one event, so that positions and
 * revisions stay valid.
 */
export const upcasters = {
  QuestionAnswered: [
    (stored: Readonly<Record<string, unknown>>): SentenceAnswered & { readonly schema: 1 } => {
      // Stored data is not validated; `projections/fixtures/schema-1.json` keeps an example of this shape.
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
