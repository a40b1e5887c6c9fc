import { Unavailable } from '../log.ts';

/** Longest wait for a turn, in milliseconds: behind a log that hangs nobody queues for ever. */
const LONGEST_WAIT = 10_000;

/**
 * One at a time for each stream, in the order they came. Commands of one process then never conflict with each other.
 * @returns a function that runs `work` in its turn; it rejects with Unavailable when the turn came too late
 */
export function turns(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (stream, work) => {
    const latest = Date.now() + LONGEST_WAIT;
    const turn = (last.get(stream) ?? Promise.resolve()).then(() => {
      if (Date.now() > latest) throw new Unavailable('the commands before this one took too long');
      return work();
    });
    const over = turn.then(
      () => {},
      () => {},
    );
    last.set(stream, over);
    void over.then(() => {
      if (last.get(stream) === over) last.delete(stream);
    });
    return turn;
  };
}
