import { Unavailable } from '../log.ts';

/** Longest wait in the queue, in milliseconds, so that work does not wait forever for a log that hangs. */
const MAX_WAIT = 10_000;

/**
 * Runs work on the same stream one after the other, first in, first out, so that commands of one process never conflict.
 * @returns a function that queues `work`; it rejects with Unavailable when the work waited too long
 */
export function queuePerStream(): <T>(stream: string, work: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<void>>();
  return (stream, work) => {
    const latest = Date.now() + MAX_WAIT;
    const result = (last.get(stream) ?? Promise.resolve()).then(() => {
      if (Date.now() > latest) throw new Unavailable('the commands before this one took too long');
      return work();
    });
    const over = result.then(
      () => {},
      () => {},
    );
    last.set(stream, over);
    void over.then(() => {
      if (last.get(stream) === over) last.delete(stream);
    });
    return result;
  };
}
