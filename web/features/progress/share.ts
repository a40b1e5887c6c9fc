import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { chapterMap } from '../../../facade/progress.ts';

export type Mapped = ReplyOf<typeof chapterMap>[number];

/** Percent known, rounded down, so that 100 means everything. A text without questions counts as known. */
export function percent(known: number, total: number): number {
  return total === 0 ? 100 : Math.floor((known * 100) / total);
}
