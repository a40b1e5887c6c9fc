/** Most characters of a note. */
export const NOTE_LENGTH = 1_000;

/** Most words and clauses that a learner can keep; one query reads them all. */
export const MOST_KEPT = 5_000;
