import type { Log } from '../log.ts';
import type { FaultyNetwork } from './faulty-network.ts';

/** A log under test. */
export interface Subject {
  readonly log: Log;
  /** A second client of the same log, as in another process. The suite closes it. */
  another(): Promise<Log>;
  /** Breaks every connection to the log, or restarts its server; resolves when it can be reached again. */
  restart(): Promise<void>;
  /**
   * A client of the same log over a faulty network; the suite closes both. Undefined if no proxy is possible.
   */
  readonly overFaultyNetwork?: () => Promise<{ readonly log: Log; readonly network: FaultyNetwork }>;
  /** Closes the log and everything started for it. */
  close(): Promise<void>;
}
