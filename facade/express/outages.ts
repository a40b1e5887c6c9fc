import { randomUUID } from 'node:crypto';

/** Milliseconds without a refused call after which something that was away counts as back. */
const QUIET = 10_000;

/**
 * Tells an operator that calls are refused because something is away: once when it begins, with the first call, and
 * once when it is over, with how many there were; calls in between would only bury the line that matters.
 * @param log takes one line, JSON
 * @returns to be called for each refused call; gives the id of the outage's lines, for the reply
 */
export function outages(log: (line: string) => void): (error: Error, request: string) => string {
  const current = new Map<
    string,
    { readonly errorId: string; readonly end: NodeJS.Timeout; refused: number }
  >();
  return (error, request) => {
    // Messages differ from call to call (ports, times); what is away has one name and one code.
    const kind = `${error.name} ${'code' in error ? error.code : ''}`;
    const known = current.get(kind);
    if (known) {
      known.refused++;
      known.end.refresh();
      return known.errorId;
    }
    const began = Date.now();
    const errorId = randomUUID();
    const tell = (more: object) =>
      log(JSON.stringify({ level: 'warn', errorId, ...more, error: error.message }));
    const end = setTimeout(() => {
      const seconds = Math.round((Date.now() - QUIET - began) / 1_000);
      const refused = current.get(kind)?.refused ?? 0;
      current.delete(kind);
      if (refused > 1) tell({ refused, seconds });
    }, QUIET).unref();
    current.set(kind, { errorId, end, refused: 1 });
    tell({ request });
    return errorId;
  };
}
