import type { Log } from '../log.ts';

/** A log under test. */
export interface Subject {
  readonly log: Log;
  /** A second client of the same log, as in another process. The suite closes it. */
  another(): Promise<Log>;
  /** Breaks every connection to the log, or restarts its server; resolves when it can be reached again. */
  restart(): Promise<void>;
  /** Closes the log and whatever was started for it. */
  close(): Promise<void>;
}
