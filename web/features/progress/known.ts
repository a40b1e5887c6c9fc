import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { knownCounts } from '../../../facade/progress.ts';

/** The known count over time: turns days with changes into points of a curve. Days are `YYYY-MM-DD` in UTC. */

export type Day = ReplyOf<typeof knownCounts>['days'][number];

export const spans = ['days', 'weeks', 'all'] as const;
export type Span = (typeof spans)[number];

export interface Point {
  /** The last day of its period. */
  readonly day: string;
  /** In whole fragments, as everywhere in the product. */
  readonly known: number;
}

/** Up to this many weeks the curve is drawn in weeks, then in months. */
const MAX_WEEKS = 26;
const MAX_DAYS = 28;

/** Converts thirds to whole fragments. */
const wholeFragments = (thirds: number) => Math.floor(Math.max(0, thirds) / 3);

export function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
}

/**
 * Thirds known at the end of a day.
 * @param days in order
 */
function thirdsOn(days: readonly Day[], day: string): number {
  return days.findLast(([changed]) => changed <= day)?.[1] ?? 0;
}

export function knownOn(days: readonly Day[], day: string): number {
  return wholeFragments(thirdsOn(days, day));
}

/** One point per day, week (its Sunday) or month up to today, oldest first, from shortly before the first change. */
export function pointsOf(days: readonly Day[], span: Span, today: string): readonly Point[] {
  const first = days[0]?.[0];
  if (first === undefined) return [];
  const ends: string[] = [today];
  const step = stepOf(first, span, today);
  const most = span === 'days' ? MAX_DAYS : span === 'weeks' ? MAX_WEEKS : Number.POSITIVE_INFINITY;
  // Includes the point before the first change, so that the curve starts at a baseline.
  for (let end = step(today); ends.length < most && end >= first; end = step(end)) ends.push(end);
  return ends.reverse().map(day => ({ day, known: knownOn(days, day) }));
}

/** The end of the previous day, week or month. */
function stepOf(first: string, span: Span, today: string): (day: string) => string {
  if (span === 'days') return day => dayAfter(day, -1);
  const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
  if (span === 'weeks' || first > dayAfter(today, -7 * MAX_WEEKS))
    return day => dayAfter(day, -(weekday(day) || 7));
  return day => dayAfter(`${day.slice(0, 7)}-01`, -1);
}

export interface Difference {
  /** The difference to that day, in whole fragments. */
  readonly more: number;
  /** The causes of the difference, in whole fragments, without zeros. */
  readonly parts: readonly (readonly [count: number, source: string])[];
}

/** The changes between the end of a day and now. */
export function differenceSince(days: readonly Day[], day: string): Difference {
  const now = days.at(-1)?.[1] ?? 0;
  const before = thirdsOn(days, day);
  const since = days.filter(([changed]) => changed > day);
  const sum = (index: 2 | 3 | 4 | 5 | 6) => since.reduce((all, one) => all + one[index], 0);
  const [read, reviewed, credited, raised, lowered] = [sum(2), sum(3), sum(4), sum(5), sum(6)];
  const reset = now - before - read - reviewed - credited - raised - lowered;
  const parts: (readonly [number, string])[] = [
    [read, 'in reading'],
    [reviewed, 'in reviews'],
    [credited, 'credited'],
    [raised, 'by hand'],
    [-lowered, 'set back'],
    [Math.abs(reset), reset < 0 ? 'left by a reset' : 'back after a reset'],
  ];
  return {
    more: wholeFragments(now) - wholeFragments(before),
    parts: parts
      .map(([thirds, source]): readonly [number, string] => [Math.round(thirds / 3), source])
      .filter(([count]) => count > 0),
  };
}

/** '3 May'; with the year if it differs from today's. */
export function dayText(day: string, today: string): string {
  return (day.slice(0, 4) === today.slice(0, 4) ? thisYear : anotherYear).format(new Date(day));
}

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const anotherYear = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
