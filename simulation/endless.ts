import { randomUUID } from 'node:crypto';
import { seeded } from '../domain/quiz/random.ts';
import { aggregates } from '../event-store/aggregate/aggregates.ts';
import type { UpcastingLog } from '../event-store/upcasting.ts';
import { integerBetween } from './chance.ts';
import { execute, type SimulatedCommand } from './command.ts';

/** Learners for load tests: they never stop reading and need no library. The proportions of their commands are realistic. */
export interface EndlessLearner {
  /** 32 lowercase hex digits, as every account has. */
  readonly id: string;
  /** Without end, in order; the same for the same number. */
  readonly commands: Generator<SimulatedCommand, never>;
}

const SENTENCES = Array.from({ length: 40 }, (_, index) => `s${index + 1}`);
const WORDS = 1_500;
const DAY = 86_400_000;
const LANGUAGE = 'spanish';

export function endlessLearner(number: number): EndlessLearner {
  return { id: (0x1000_0000 + number).toString(16).padStart(32, '0'), commands: commandsOf(number) };
}

/** Reads chapter after chapter and answers as it goes. */
function* commandsOf(number: number): Generator<SimulatedCommand, never> {
  const random = seeded(`endless ${number}`);
  const book = `book-${number % 7}`;
  let clock = Date.UTC(2026, 0, 1 + (number % 90));
  const at = () => new Date(clock).toISOString();
  const fragment = () => `f${Math.floor(random() ** 2 * WORDS)}`;

  for (let chapter = 1; ; chapter++) {
    if (chapter % 4 === 1) {
      const status = (['active', 'past_due', 'canceled'] as const)[Math.floor(chapter / 4) % 3] ?? 'active';
      const paidUntil = new Date(clock + 30 * DAY).toISOString();
      const cancelsAtPeriodEnd = random() < 0.2;
      const now = { status, paidUntil, cancelsAtPeriodEnd, pastDueSince: null, payment: 'kept' } as const;
      yield {
        at: at(),
        aggregate: 'subscription',
        command: { type: 'record', now, providerEvent: `evt_${chapter}` },
      };
    }
    yield { at: at(), aggregate: 'reading', book, command: { type: 'open chapter', chapter } };
    for (const [index, sentence] of SENTENCES.entries()) {
      clock += integerBetween(random, 20, 79) * 1000;
      const answers = Array.from({ length: 4 }, (_, question) => {
        const right = random() < 0.75;
        const isClause = question === 3;
        return {
          question: `${chapter % 12}.${sentence}.${question}`,
          kind: isClause ? ('clause' as const) : ('word' as const),
          chosen: right ? 0 : random() < 0.2 ? null : integerBetween(random, 1, 3),
          right,
          milliseconds: integerBetween(random, 800, 9_800),
          fragments: isClause ? [] : [fragment()],
        };
      });
      yield {
        at: at(),
        aggregate: 'vocabulary',
        language: LANGUAGE,
        command: { type: 'answer', book, sentence, contentVersion: 'v1', occasion: 'reading', answers },
      };
      const next = SENTENCES[index + 1] ?? 'finished';
      yield {
        at: at(),
        aggregate: 'reading',
        book,
        command: { type: 'move last read', chapter, sentences: SENTENCES, next, navigated: false },
      };
      if (random() < 0.1)
        yield {
          at: at(),
          aggregate: 'vocabulary',
          language: LANGUAGE,
          command: { type: 'mark', fragment: fragment(), level: 'IV' },
        };
    }
    clock += DAY;
    if (random() < 0.02)
      yield { at: at(), aggregate: 'vocabulary', language: LANGUAGE, command: { type: 'reset' } };
  }
}

const WORKERS = 32;

/**
 * Lets endless learners write side by side until the log has so many more events.
 * @param learners a multiple of 32
 * @returns how many events were written
 */
export async function fillLog(log: UpcastingLog, events: number, learners: number): Promise<number> {
  const snapshots = { load: async () => undefined, save: async () => {} };
  const commands = aggregates(log, { snapshots, cacheSize: learners * 3 });
  let count = 0;
  await Promise.all(
    Array.from({ length: WORKERS }, async (_, worker) => {
      // A learner's commands come one after the other: each worker has its own learners.
      const own = Array.from({ length: learners / WORKERS }, (_, n) => endlessLearner(n * WORKERS + worker));
      while (count < events)
        for (const { id, commands: next } of own) {
          if (count >= events) break;
          const name = { commandId: randomUUID(), actor: 'simulation' };
          // Not `count += await …`: that reads the count before it waits, and the workers would lose each other's.
          const { events: written } = await execute(commands, id, next.next().value, name);
          count += written.length;
        }
    }),
  );
  return count;
}
