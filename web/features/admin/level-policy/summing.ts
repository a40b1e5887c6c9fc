import type { ReplyOf } from '../../../../facade/endpoint.ts';
import type { previewLevelPolicy } from '../../../../facade/level-policies.ts';

export type Page = ReplyOf<typeof previewLevelPolicy>;

/** Vocabularies of a sample. */
export const SAMPLE = 100;

/** Two pages of a preview as one; `next` and `total` are the later one's. */
export function together(before: Page | undefined, page: Page): Page {
  if (!before) return page;
  const moves = new Map<string, Page['moves'][number]>();
  for (const [from, to, count] of [...before.moves, ...page.moves]) {
    const key = `${from} ${to}`;
    moves.set(key, [from, to, (moves.get(key)?.[2] ?? 0) + count]);
  }
  return {
    ...page,
    accounts: before.accounts + page.accounts,
    vocabularies: before.vocabularies + page.vocabularies,
    moves: [...moves.values()],
    changes: page.changes.map((count, index) => count + (before.changes[index] ?? 0)),
    bandsUp: before.bandsUp + page.bandsUp,
    bandsDown: before.bandsDown + page.bandsDown,
    thirds: [before.thirds[0] + page.thirds[0], before.thirds[1] + page.thirds[1]],
  };
}
