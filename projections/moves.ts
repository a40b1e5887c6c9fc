import { type Level, thirds } from '../domain/vocabulary/levels.ts';
import type { Recorded } from './projection.ts';

/** An event that may change levels of fragments. */
export type MovingEvent = Recorded<'SentenceAnswered' | 'FragmentsChanged' | 'FragmentChanged'>;

export interface Move {
  readonly fragment: string;
  readonly from: Level;
  readonly to: Level;
}

/** The fragments whose level an event changed; events may also name fragments that did not move. */
export function movesOf({ type, data }: MovingEvent): readonly Move[] {
  if (type === 'FragmentChanged') return data.from === data.to ? [] : [data];
  const moves: Move[] = [];
  for (const fragment of Object.keys(data.fragments)) {
    const [from, to] = data.fragments[fragment] ?? [];
    if (from !== undefined && to !== undefined && from !== to) moves.push({ fragment, from, to });
  }
  return moves;
}

/** Change of the known count by an event, in thirds: negative when fragments fell, undefined when none moved. */
export function gainOf({ type, data }: MovingEvent): number | undefined {
  if (type === 'FragmentChanged') return gainedBy(data.from, data.to);
  let gain: number | undefined;
  for (const [from, to] of Object.values(data.fragments)) {
    const gained = gainedBy(from, to);
    if (gained !== undefined) gain = (gain ?? 0) + gained;
  }
  return gain;
}

const gainedBy = (from: Level, to: Level) => (from === to ? undefined : thirds[to] - thirds[from]);
