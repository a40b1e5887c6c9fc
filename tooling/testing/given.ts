import { expect } from 'vitest';
import { isRefusal, type Refusal } from '../../domain/refusal.ts';

interface Decider<State, Event, Command> {
  readonly initial: State;
  readonly evolve: (state: State, events: readonly Event[]) => State;
  readonly decide: (state: State, command: Command) => readonly Event[] | Refusal;
}

/** Given/when/then for specs of the domain: given events, when a command, then events or a refusal. */
export function specification<State, Event, Command>({
  initial,
  evolve,
  decide,
}: Decider<State, Event, Command>) {
  return (...history: readonly Event[]) => ({
    when: (command: Command) => {
      const outcome = decide(evolve(initial, history), command);
      return {
        // biome-ignore lint/suspicious/noThenProperty: given/when/then is the field's phrase; nothing awaits this.
        then: (...events: readonly Event[]) => expect(outcome).toEqual(events),
        thenNothing: () => expect(outcome).toEqual([]),
        thenRefused: (code: string) => expect(isRefusal(outcome) && outcome.refused).toBe(code),
      };
    },
  });
}
