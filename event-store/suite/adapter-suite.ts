import { afterAll, beforeAll, describe } from 'vitest';
import type { Log } from '../log.ts';
import { appending } from './appending.ts';
import { ordering } from './ordering.ts';
import { reading } from './reading.ts';
import { refusing } from './refusing.ts';
import { subscribing } from './subscribing.ts';

/** One log under test, and what the suite may do to it. */
export interface Opened {
  readonly log: Log;
  /** A second client of the same log, as another process would have it. The suite closes it. */
  another(): Promise<Log>;
  /** Breaks every connection to the log, or restarts its server; resolves when it can be reached again. */
  restart(): Promise<void>;
  /** Closes the log and whatever was started for it. */
  close(): Promise<void>;
}

/** What every adapter of the log port must do. The log may hold other events, and others may append meanwhile. */
export function adapterSuite(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    let opened: Opened | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
    const subject = (): Opened => {
      if (!opened) throw new Error('the log did not open');
      return opened;
    };
    describe('appending', () => appending(subject));
    describe('refusing', () => refusing(subject));
    describe('reading', () => reading(subject));
    describe('ordering', () => ordering(subject));
    describe('subscribing', () => subscribing(subject));
  });
}
