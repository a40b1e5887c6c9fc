import { onTestFinished, vi } from 'vitest';

/** Stops the date of this process for one test, so that no midnight passes in it. @returns the day in UTC, YYYY-MM-DD */
export function stopDate(): string {
  const now = new Date();
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => void vi.useRealTimers());
  return now.toISOString().slice(0, 10);
}
