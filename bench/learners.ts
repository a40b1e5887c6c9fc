import { randomUUID } from 'node:crypto';
import { subscription, subscriptionStream } from '../command-api/billing/subscription.ts';
import { reading, readingStream } from '../command-api/reading/aggregate.ts';
import { vocabulary, vocabularyStream } from '../command-api/vocabulary/aggregate.ts';
import { isRefusal } from '../domain/refusal.ts';
import {
  type Aggregate,
  type Aggregates,
  aggregates,
  type DomainEvent,
} from '../event-store/aggregate/aggregate.ts';
import type { CommandName } from '../event-store/aggregate/event-ids.ts';
import { Ambiguous, type Log, Unavailable, WrongExpectedRevision } from '../event-store/log.ts';

/** Made-up learners who do what real ones do, in about the proportions of real ones, through the real commands. */

/** One command on one stream. */
export interface Step {
  readonly stream: string;
  /** @returns what it made happen. @throws what `Aggregates.execute` throws */
  execute(commands: Aggregates, name: CommandName, at: string): Promise<readonly DomainEvent[]>;
}

const SENTENCES = Array.from({ length: 40 }, (_, index) => `s${index + 1}`);
const WORDS = 1_500;
const DAY = 86_400_000;

/** A learner's commands without end: reads chapter after chapter, answering as they go. The same for the same number. */
export function* learnerOf(number: number): Generator<{ step: Step; at: string }> {
  const random = seeded(number + 1);
  const id = (0x1000_0000 + number).toString(16).padStart(32, '0');
  const book = `book-${number % 7}`;
  const begun = Date.UTC(2026, 0, 1 + (number % 90));
  let seconds = 0;
  const now = () => new Date(begun + seconds * 1000).toISOString();
  const read = (command: Parameters<typeof reading.decide>[1]) => ({
    step: stepOf(reading, readingStream(id, book), command),
    at: now(),
  });
  const learn = (command: Parameters<typeof vocabulary.decide>[1]) => ({
    step: stepOf(vocabulary, vocabularyStream(id, 'spanish'), command),
    at: now(),
  });

  for (let chapter = 1; ; chapter++) {
    if (chapter % 4 === 1) {
      const status = (['active', 'past_due', 'canceled'] as const)[Math.floor(chapter / 4) % 3] ?? 'active';
      const paidUntil = new Date(begun + seconds * 1000 + 30 * DAY).toISOString();
      const now = { status, paidUntil, cancelsAtPeriodEnd: random() < 0.2 };
      const command = { type: 'record', now, providerEvent: `evt_${chapter}` } as const;
      yield {
        step: stepOf(subscription, subscriptionStream(id), command),
        at: new Date(begun).toISOString(),
      };
    }
    yield read({ type: 'open chapter', chapter });
    for (const [index, sentence] of SENTENCES.entries()) {
      seconds += 20 + Math.floor(random() * 60);
      const answers = Array.from({ length: 4 }, (_, question) => {
        const right = random() < 0.75;
        const chosen = right ? 0 : random() < 0.2 ? null : 1 + Math.floor(random() * 3);
        return {
          question: `${chapter % 12}.${sentence}.${question}`,
          kind: question === 3 ? ('clause' as const) : ('word' as const),
          chosen,
          right,
          milliseconds: 800 + Math.floor(random() * 9_000),
          fragments: question === 3 ? [] : [`f${Math.floor(random() ** 2 * WORDS)}`],
        };
      });
      yield learn({ type: 'answer', book, sentence, contentVersion: 'v1', answers });
      const next = SENTENCES[index + 1] ?? 'finished';
      yield read({ type: 'move last read', chapter, sentences: SENTENCES, next, navigated: false });
      if (random() < 0.1)
        yield learn({ type: 'mark', fragment: `f${Math.floor(random() * WORDS)}`, level: 'IV' });
    }
    seconds += DAY / 1000;
    if (random() < 0.02) yield learn({ type: 'reset' });
  }
}

function stepOf<State, Event extends DomainEvent, Command, Refused>(
  aggregate: Aggregate<State, Event, Command, Refused>,
  stream: string,
  command: Command,
): Step {
  return {
    stream,
    async execute(commands, name, at) {
      const executed = await commands.execute(aggregate, stream, command, { ...name, at });
      if (executed.outcome === 'done') return executed.events;
      throw new Error(
        `refused: ${isRefusal(executed.refusal) ? executed.refusal.refused : executed.refusal}`,
      );
    },
  };
}

/** Lets so many learners write side by side until the log has so many events. @returns how many it has */
export async function fill(log: Log, events: number, learners: number): Promise<number> {
  const nowhere = { load: async () => undefined, save: async () => {} };
  const commands = aggregates(log, { snapshots: nowhere, cacheSize: learners * 3 });
  const steps = Array.from({ length: learners }, (_, number) => learnerOf(number));
  let count = 0;
  let turn = 0;
  await Promise.all(
    Array.from({ length: 32 }, async (_, worker) => {
      for (; count < events; turn++) {
        // A learner's commands come one after the other: each worker has its own learners.
        const mine = Math.floor(turn / 32) % Math.floor(learners / 32);
        const next = steps[mine * 32 + worker]?.next();
        if (!next || next.done) continue;
        const { step, at } = next.value;
        const done = await step.execute(commands, { commandId: randomUUID(), actor: 'made up' }, at);
        count += done.length;
      }
    }),
  );
  return count;
}

/** Whether a command may be sent again under its id after this. */
export function isPassing(error: unknown): boolean {
  return error instanceof Unavailable || error instanceof Ambiguous || error instanceof WrongExpectedRevision;
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
