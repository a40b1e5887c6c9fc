/** Cache by day: a few thousand entries, however many events there are. */
const mondays = new Map<string, string>();

/** Monday (UTC) of an instant's week, `YYYY-MM-DD`, like `date_trunc('week', …)`. */
export function weekOf(instant: string): string {
  const day = instant.slice(0, 10);
  const known = mondays.get(day);
  if (known !== undefined) return known;
  const monday = new Date(`${day}T00:00:00Z`);
  const sinceMonday = (monday.getUTCDay() + 6) % 7;
  monday.setUTCDate(monday.getUTCDate() - sinceMonday);
  const week = monday.toISOString().slice(0, 10);
  mondays.set(day, week);
  return week;
}
