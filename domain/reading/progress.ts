/**
 * Percentage of a chapter that was read, rounded to one decimal (spec 9). `next` names the sentence to read next, so the
 * number of sentences read is one less; 'finished' is 100.
 * @param next place of the next sentence in its chapter, from 1, or 'finished'
 */
export function percentRead(next: number | 'finished', total: number): number {
  if (next === 'finished') return 100;
  if (total <= 0) return 0;
  return Math.round((Math.max(0, next - 1) / total) * 1000) / 10;
}
