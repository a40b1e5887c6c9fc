import { subscription, subscriptionStream } from '../command-api/billing/subscription.ts';
import { reading, readingStream } from '../command-api/reading/aggregate.ts';
import { vocabulary, vocabularyStream } from '../command-api/vocabulary/aggregate.ts';
import type { ReadingCommand } from '../domain/reading/decide.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { SubscriptionCommand } from '../domain/subscription/decide.ts';
import type { VocabularyCommand } from '../domain/vocabulary/decide.ts';
import type { Aggregates, DomainEvent } from '../event-store/aggregate/aggregate.ts';
import type { CommandName } from '../event-store/aggregate/event-ids.ts';

/** A simulated learner's command for one of the three aggregates, with its time (ISO 8601). */
export type SimulatedCommand = { readonly at: string } & (
  | { readonly aggregate: 'reading'; readonly book: string; readonly command: ReadingCommand }
  | { readonly aggregate: 'vocabulary'; readonly language: string; readonly command: VocabularyCommand }
  | { readonly aggregate: 'subscription'; readonly command: SubscriptionCommand }
);

export function streamOf(learner: string, simulated: SimulatedCommand): string {
  switch (simulated.aggregate) {
    case 'vocabulary':
      return vocabularyStream(learner, simulated.language);
    case 'reading':
      return readingStream(learner, simulated.book);
    case 'subscription':
      return subscriptionStream(learner);
  }
}

export interface Executed {
  readonly events: readonly DomainEvent[];
  /** The stream already contained the command. */
  readonly repeated: boolean;
}

/**
 * Executes a command on its real aggregate.
 * @throws Error when it is refused: the stream contains events from outside this simulation
 * @throws what `Aggregates.execute` throws
 */
export async function execute(
  aggregates: Aggregates,
  learner: string,
  simulated: SimulatedCommand,
  name: CommandName,
): Promise<Executed> {
  const stream = streamOf(learner, simulated);
  const executed = await onAggregate();
  if (executed.outcome === 'done') return executed;
  const { refusal } = executed;
  const reason = isRefusal(refusal) ? refusal.refused : String(refusal);
  throw new Error(`${stream} refuses '${simulated.command.type}': ${reason}`);

  function onAggregate() {
    const context = { ...name, at: simulated.at };
    switch (simulated.aggregate) {
      case 'vocabulary':
        return aggregates.execute(vocabulary, stream, simulated.command, context);
      case 'reading':
        return aggregates.execute(reading, stream, simulated.command, context);
      case 'subscription':
        return aggregates.execute(subscription, stream, simulated.command, context);
    }
  }
}
