import { Unavailable } from '../log.ts';

/** Most appends in one transaction, and about how many bytes of JSON. */
const MOST_APPENDS = 500;
const MOST_BYTES = 4_000_000;

/** The properties of an append that decide which group it joins. */
export interface Groupable {
  readonly stream: string;
  readonly bytes: number;
}

interface QueuedAppend<Append, Verdict> {
  readonly append: Append;
  readonly resolve: (verdict: Verdict) => void;
  readonly reject: (error: unknown) => void;
}

export interface GroupCommit<Append, Verdict> {
  commit(append: Append): Promise<Verdict>;
  /** Refuses new appends and waits for those already accepted. */
  close(): Promise<void>;
}

/**
 * Groups concurrent appends without a timer: a group forms while the one before commits. A group contains each stream
 * at most once, so that its appends do not depend on each other.
 * @param send stores a group and resolves to an outcome per append, in order; rejects when all of them failed
 */
export function groupCommit<Append extends Groupable, Verdict>(
  send: (group: readonly Append[]) => Promise<readonly PromiseSettledResult<Verdict>[]>,
): GroupCommit<Append, Verdict> {
  let waiting: QueuedAppend<Append, Verdict>[] = [];
  let running: Promise<void> | undefined;
  let closed = false;

  async function run(): Promise<void> {
    while (waiting.length > 0) {
      const group = nextGroup();
      try {
        const outcomes = await send(group.map(({ append }) => append));
        group.forEach((each, index) => {
          const outcome = outcomes[index];
          if (outcome?.status === 'fulfilled') each.resolve(outcome.value);
          else each.reject(outcome?.reason ?? new Error('the group came back without an outcome'));
        });
      } catch (error) {
        for (const each of group) each.reject(error);
        // Appends that wait for an unreachable log fail now instead of one timeout after the other.
        if (error instanceof Unavailable) for (const each of waiting.splice(0)) each.reject(error);
      }
      // Lets the writers that were just answered join the next group. A single writer does not wait.
      if (group.length > 1 || waiting.length > 0) await new Promise(setImmediate);
    }
    running = undefined;
  }

  function nextGroup(): QueuedAppend<Append, Verdict>[] {
    const group: QueuedAppend<Append, Verdict>[] = [];
    const rest: QueuedAppend<Append, Verdict>[] = [];
    const streams = new Set<string>();
    let bytes = 0;
    for (const each of waiting) {
      const fits =
        group.length === 0 || (group.length < MOST_APPENDS && bytes + each.append.bytes <= MOST_BYTES);
      if (fits && !streams.has(each.append.stream)) {
        group.push(each);
        streams.add(each.append.stream);
        bytes += each.append.bytes;
      } else rest.push(each);
    }
    waiting = rest;
    return group;
  }

  return {
    commit(append) {
      if (closed) return Promise.reject(new Unavailable('the log is closed'));
      return new Promise((resolve, reject) => {
        waiting.push({ append, resolve, reject });
        // In a microtask, so that writers of the same event loop turn share the first group.
        running ??= Promise.resolve().then(run);
      });
    },
    async close() {
      closed = true;
      await running;
    },
  };
}
