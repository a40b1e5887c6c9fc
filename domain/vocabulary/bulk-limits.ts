/** Limits of a bulk act, which is a single event (decision 12). */

export const MAX_FRAGMENTS = 20_000;

/** Largest JSON of the event, in bytes. An append may have 1,000,000; the rest is for metadata and the event of an undo. */
export const MAX_BYTES = 990_000;

/** Bytes of the event without its fragments. */
const REST = 1_000;

/** Splits an import into bulk acts within the limits. Each is sent as a command of its own. */
export function inActs<Named extends { readonly fragmentId: string; readonly credited: boolean }>(
  fragments: readonly Named[],
): readonly (readonly Named[])[] {
  const acts: Named[][] = [];
  let act: Named[] = [];
  let bytes = REST;
  for (const named of fragments) {
    const { length } = named.fragmentId;
    // `"id":["III","IV"],` and, in the list of those that are credited, `"id",`.
    const more = length + 18 + (named.credited ? length + 3 : 0);
    if (act.length === MAX_FRAGMENTS || (act.length > 0 && bytes + more > MAX_BYTES)) {
      acts.push(act);
      act = [];
      bytes = REST;
    }
    act.push(named);
    bytes += more;
  }
  return act.length > 0 ? [...acts, act] : acts;
}
