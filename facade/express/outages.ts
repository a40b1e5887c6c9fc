import type { Logger } from './logger.ts';

/** Milliseconds without a refused call after which an outage counts as over. */
const QUIET = 10_000;

/**
 * Reports outages with two lines instead of one per refused call: when an outage begins, with its first call, and when it
 * is over, with the number of calls.
 * @returns a function to call for each refused call
 */
export function outages(logger: Logger): (error: Error, request: string) => void {
  const current = new Map<string, { readonly end: NodeJS.Timeout; refused: number }>();
  return (error, request) => {
    // Messages differ from call to call (ports, times); name and code do not.
    const kind = `${error.name} ${'code' in error ? error.code : ''}`;
    const known = current.get(kind);
    if (known) {
      known.refused++;
      known.end.refresh();
      return;
    }
    const began = Date.now();
    const reason = error.message;
    const end = setTimeout(() => {
      const seconds = Math.round((Date.now() - QUIET - began) / 1_000);
      const refused = current.get(kind)?.refused ?? 0;
      current.delete(kind);
      if (refused > 1) logger.warn({ reason, refused, seconds }, 'calls are no longer refused');
    }, QUIET).unref();
    current.set(kind, { end, refused: 1 });
    logger.warn({ reason, request }, 'calls are refused');
  };
}
