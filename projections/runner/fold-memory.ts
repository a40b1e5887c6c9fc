/** Rows that all folds of a process hold in memory together: about a gigabyte. */
const MOST_ROWS = 4_000_000;

/** Memory for folding, shared by every rebuild of a process: however many run at once, it holds for all together. */
export interface FoldMemory {
  /**
   * Notes how many rows a fold holds now.
   * @returns false when all folds together hold as many as they may: this one is to copy what it has
   */
  hold(fold: object, rows: number): boolean;
  release(fold: object): void;
}

export function foldMemory(most = MOST_ROWS): FoldMemory {
  const held = new Map<object, number>();
  return {
    hold(fold, rows) {
      held.set(fold, rows);
      let total = 0;
      for (const each of held.values()) total += each;
      return total < most;
    },
    release(fold) {
      held.delete(fold);
    },
  };
}
