import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { activity } from '../../../facade/progress.ts';
import { dayAfter } from './known.ts';

/** Reading by weeks, Monday to Sunday (UTC). */

export type Activity = ReplyOf<typeof activity>;

export interface Week {
  readonly monday: string;
  readonly minutes: number;
  readonly answers: number;
  readonly sentences: number;
}

/** Number of weeks on one shelf. */
const MAX_WEEKS = 14;

export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return dayAfter(day, -((weekday + 6) % 7));
}

/** The last weeks up to the current one, oldest first, including those without reading; none before the first reading. */
export function weeksOf(done: Activity, today: string): readonly Week[] {
  const first = done[0]?.day;
  if (first === undefined) return [];
  const byWeek = Map.groupBy(done, ({ day }) => mondayOf(day));
  const weeks: Week[] = [];
  const oldest = mondayOf(first);
  for (
    let monday = mondayOf(today);
    monday >= oldest && weeks.length < MAX_WEEKS;
    monday = dayAfter(monday, -7)
  ) {
    const days = byWeek.get(monday) ?? [];
    const sum = (name: 'milliseconds' | 'answers' | 'sentences') =>
      days.reduce((all, day) => all + day[name], 0);
    weeks.push({
      monday,
      // A week with any reading shows at least a minute.
      minutes: days.length === 0 ? 0 : Math.max(1, Math.round(sum('milliseconds') / 60_000)),
      answers: sum('answers'),
      sentences: sum('sentences'),
    });
  }
  return weeks.reverse();
}

/** Consecutive weeks with reading. The current week counts once it has reading, and breaks the series only when it is over. */
export function weeksInARow(weeks: readonly Week[]): number {
  const current = weeks.at(-1);
  const over = current && current.minutes === 0 ? weeks.slice(0, -1) : weeks;
  const gap = over.findLastIndex(({ minutes }) => minutes === 0);
  return over.length - 1 - gap;
}
