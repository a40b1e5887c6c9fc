import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  Ambiguous,
  type Appended,
  type ExpectedRevision,
  type Log,
  type NewEvent,
  Unavailable,
} from '../log.ts';
import type { FaultyNetwork } from './faulty-network.ts';
import type { Subject } from './subject.ts';
import { ownCategory, testEvent, wholeStream } from './test-events.ts';

const STREAMS = 3;
/** Tries of one append; only the first ones lose their reply. */
const MAX_TRIES = 40;

/** An append, and how many of its replies are lost before one arrives. */
const step = fc.record({
  stream: fc.nat(STREAMS - 1),
  size: fc.integer({ min: 1, max: 4 }),
  lost: fc.nat(2),
  /** Appended by another client before the caller tries again: the stream has gone on by then. */
  overtaken: fc.boolean(),
});

export function lostReplies(subject: () => Subject): void {
  test('an append whose reply is lost, repeated until a reply comes, is stored once and reports where it was stored', async ({
    skip,
  }) => {
    const { log, overFaultyNetwork } = subject();
    if (!overFaultyNetwork) return skip('no proxy stands between this client and its server');
    const far = await overFaultyNetwork();
    let repeated = 0;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 6 }), async steps => {
          const category = ownCategory();
          const stored = new Map<string, string[]>();
          for (const { stream: number, size, lost, overtaken } of steps) {
            const stream = `${category}-${number}`;
            const ids = stored.get(stream) ?? [];
            stored.set(stream, ids);
            const expected: ExpectedRevision = ids.length === 0 ? 'none' : ids.length - 1;
            const events = Array.from({ length: size }, () => testEvent());
            const overtake = async (revision: number) => {
              const event = testEvent();
              await log.append(stream, revision, [event]);
              return event.id;
            };
            const { appended, others, tries } = await appendUntilKnown(
              far,
              { stream, expected, events, lost },
              async () => (overtaken ? overtake(ids.length + size - 1) : undefined),
            );
            repeated += tries - 1;
            ids.push(...events.map(({ id }) => id), ...others);
            const found = await wholeStream(log, stream);
            const last = found.find(({ id }) => id === events.at(-1)?.id);
            expect(appended).toEqual({ revision: last?.revision, position: last?.position });
          }
          for (const [stream, ids] of stored)
            expect((await wholeStream(log, stream)).map(({ id }) => id)).toEqual(ids);
        }),
        { numRuns: 12 },
      );
      expect(repeated).toBeGreaterThan(0);
    } finally {
      await far.log.close();
      await far.network.close();
    }
  }, 120_000);
}

/**
 * Repeats an append, the same events at the same revision, until its outcome is known. The first `lost` replies are lost.
 * @param overtake runs once, after the append was stored and its reply lost; @returns the id of what it appended
 */
async function appendUntilKnown(
  { log, network }: { readonly log: Log; readonly network: FaultyNetwork },
  {
    stream,
    expected,
    events,
    lost,
  }: {
    readonly stream: string;
    readonly expected: ExpectedRevision;
    readonly events: readonly NewEvent[];
    readonly lost: number;
  },
  overtake: () => Promise<string | undefined>,
): Promise<{ readonly appended: Appended; readonly others: readonly string[]; readonly tries: number }> {
  const others: string[] = [];
  for (let tries = 1; ; tries += 1) {
    if (tries <= lost) network.loseReplies();
    else network.heal();
    try {
      return { appended: await log.append(stream, expected, events), others, tries };
    } catch (error) {
      if (!(error instanceof Ambiguous || error instanceof Unavailable) || tries === MAX_TRIES) throw error;
      if (!(error instanceof Ambiguous) || others.length > 0) continue;
      const id = await overtake().catch(() => undefined);
      if (id !== undefined) others.push(id);
    }
  }
}
