/** Monday (UTC) of the week an instant lies in, `YYYY-MM-DD`; as `date_trunc('week', …)` has it. */
export function weekOf(instant: string): string {
  const day = new Date(instant);
  const sinceMonday = (day.getUTCDay() + 6) % 7;
  day.setUTCDate(day.getUTCDate() - sinceMonday);
  return day.toISOString().slice(0, 10);
}
