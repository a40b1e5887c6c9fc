/** Whole percent, rounded down: 100 means all of it. A text in which nothing is asked is known. */
export function percent(known: number, total: number): number {
  return total === 0 ? 100 : Math.floor((known * 100) / total);
}
