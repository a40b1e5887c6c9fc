import type { Generated } from 'kysely';

/** How fast a learner forgets in a language, and what of their history is known to the job that works it out (decision 58). */
export interface ReviewParametersTable {
  learner: string;
  language: string;
  /** The 21 weights of FSRS-6; null: those for everybody are better, or nothing was worked out yet. */
  parameters: number[] | null;
  /** When, and from how many reviews. */
  fitted_at: Date | null;
  fitted_from: number | null;
  /** Reviews when it was tried last; 0: never. */
  reviews_tried: Generated<number>;
  /** Of the last try: reviews that were held out, and the mean log loss on them before and after. */
  held_out: number | null;
  loss_before: number | null;
  loss_after: number | null;
  /** Revision of the vocabulary's stream that it was read to. */
  read_to: number;
}

export interface ReviewTables {
  review_parameters: ReviewParametersTable;
}
