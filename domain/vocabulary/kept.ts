/** Most characters of a learner's own note. */
export const NOTE_LENGTH = 1_000;

/** Most words and clauses that one learner keeps: all of them are read at once. */
export const MOST_KEPT = 5_000;
