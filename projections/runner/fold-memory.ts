/** Limit of rows in memory for all folds of a process together: about a gigabyte. */
const MAX_ROWS = 4_000_000;

/** A memory limit shared by all rebuilds of a process. */
export interface FoldMemory {
  /**
   * Records the current number of rows of a fold.
   * @returns false when all folds together have reached the limit: this fold must copy its rows to the database now
   */
  reserve(fold: object, rows: number): boolean;
  release(fold: object): void;
}

export function foldMemory(most = MAX_ROWS): FoldMemory {
  const reserved = new Map<object, number>();
  return {
    reserve(fold, rows) {
      reserved.set(fold, rows);
      let total = 0;
      for (const each of reserved.values()) total += each;
      return total < most;
    },
    release(fold) {
      reserved.delete(fold);
    },
  };
}
