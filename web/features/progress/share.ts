import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { chapterMap } from '../../../facade/progress.ts';

export type Mapped = ReplyOf<typeof chapterMap>[number];

/** Whole percent, rounded down: 100 means all of it. A text in which nothing is asked is known. */
export function percent(known: number, total: number): number {
  return total === 0 ? 100 : Math.floor((known * 100) / total);
}
