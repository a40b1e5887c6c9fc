/** The learner's date at a moment, `YYYY-MM-DD`. */
export function localDay(at = new Date()): string {
  const [month, date] = [at.getMonth() + 1, at.getDate()].map(part => String(part).padStart(2, '0'));
  return `${at.getFullYear()}-${month}-${date}`;
}

/** Minutes that the learner's clock is ahead of UTC on a day. */
export const utcOffsetOn = (day: string) => -new Date(`${day}T12:00`).getTimezoneOffset();

/** The date in UTC, `YYYY-MM-DD`: the server counts known fragments and reading by UTC. */
export const utcToday = () => new Date().toISOString().slice(0, 10);

/** When a day by UTC begins by the learner's clock: '09:00'. */
export function utcMidnight(): string {
  const time = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
  return time.format(new Date().setUTCHours(0, 0, 0, 0));
}
