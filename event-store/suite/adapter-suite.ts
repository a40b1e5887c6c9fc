import { afterAll, beforeAll, describe } from 'vitest';
import { appending } from './appending.ts';
import { lostReplies } from './lost-replies.ts';
import { ordering } from './ordering.ts';
import { reading } from './reading.ts';
import { refusing } from './refusing.ts';
import type { Subject } from './subject.ts';
import { subscribing } from './subscribing.ts';

/** The contract of every log adapter. The log may contain other events, and others may append concurrently. */
export function adapterSuite(name: string, open: () => Promise<Subject>): void {
  describe(name, () => {
    let opened: Subject | undefined;
    beforeAll(async () => {
      opened = await open();
    });
    afterAll(() => opened?.close());
    const subject = (): Subject => {
      if (!opened) throw new Error('the log did not open');
      return opened;
    };
    describe('appending', () => appending(subject));
    describe('refusing', () => refusing(subject));
    describe('lost replies', () => lostReplies(subject));
    describe('reading', () => reading(subject));
    describe('ordering', () => ordering(subject));
    describe('subscribing', () => subscribing(subject));
  });
}
