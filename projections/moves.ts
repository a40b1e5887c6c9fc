import { type Level, thirds } from '../domain/vocabulary/levels.ts';
import type { Recorded } from './projection.ts';

/** An event that may move fragments. */
export type Moving = Recorded<'SentenceAnswered' | 'FragmentsChanged' | 'FragmentChanged'>;

export interface Move {
  readonly fragment: string;
  readonly from: Level;
  readonly to: Level;
}

/** The fragments that an event moved; an event may name others that stayed where they were. */
export function movesOf({ type, data }: Moving): readonly Move[] {
  if (type === 'FragmentChanged') return data.from === data.to ? [] : [data];
  const moves: Move[] = [];
  for (const fragment of Object.keys(data.fragments)) {
    const [from, to] = data.fragments[fragment] ?? [];
    if (from !== undefined && to !== undefined && from !== to) moves.push({ fragment, from, to });
  }
  return moves;
}

/** What moves add to a known count, in thirds; negative when fragments fell back. */
export function gainOf(moves: readonly Move[]): number {
  return moves.reduce((sum, { from, to }) => sum + thirds[to] - thirds[from], 0);
}
