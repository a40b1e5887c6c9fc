import { afterAll, vi } from 'vitest';

/** Set-up of spec files that share a process: what one of them has replaced is not there for the next. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
