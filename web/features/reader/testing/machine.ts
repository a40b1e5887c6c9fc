import { openReader, type ReadingState, type Visit } from '../state/state.ts';
import { type Action, type Effect, transition } from '../state/transition.ts';

/** For tests of the reader's state machine: a chapter of two sentences, and its actions. */

const option = (text: string) => ({ text, explanation: `why ${text}` });
const question = (id: string) => ({ id, options: [option(`${id} right`), option(`${id} wrong`)] });

/** A sentence of one-fragment words; a word with a comma or full stop ends its clause. */
function sentence(id: string, text: string) {
  const words = text.split(' ').map((word, index) => {
    const bare = word.replace(/[,.]$/, '');
    return {
      id: `${id}-${index}`,
      trailingPunctuation: word.slice(bare.length),
      fragments: [bare],
      skipped: false,
    };
  });
  const clauses = text.split(/[,.] ?/).filter(clause => clause !== '');
  return {
    id,
    contentVersion: 'v1',
    quiz: {
      id,
      words,
      wordQuestions: Object.fromEntries(words.map(word => [word.id, question(`q-${word.id}`)])),
      clauseQuestions: Object.fromEntries(clauses.map((_, index) => [index, question(`c-${id}-${index}`)])),
    },
  };
}
export const sentences = [sentence('s1', 'come rosas, bebe.'), sentence('s2', 'duerme.')];

interface Given {
  readonly lastRead?: string;
  readonly visit?: Visit;
  readonly named?: string;
  readonly known?: readonly string[];
  readonly questionsLoaded?: boolean;
  readonly tutorial?: boolean;
}

/** given(stored visit)(actions).when(action) returns the state and the effects. */
export function given({
  lastRead,
  visit,
  named = '',
  known = [],
  questionsLoaded = true,
  tutorial = false,
}: Given = {}) {
  const isKnown = (fragment: string) => known.includes(fragment);
  return (...before: readonly Action[]) => {
    let now = 0;
    let seeds = 0;
    const run = (
      state: ReadingState,
      actions: readonly Action[],
    ): readonly [ReadingState, readonly Effect[]] => {
      const done: Effect[] = [];
      let next = state;
      for (const action of actions) {
        now += 100;
        seeds += 1;
        const [after, effects] = transition(next, action, { now, seed: `seed ${seeds}`, isKnown });
        next = after;
        done.push(...effects);
      }
      return [next, done];
    };
    const opened = openReader({
      sentences,
      questionsLoaded,
      lastRead,
      visit: visit ?? null,
      named,
      tutorial,
      seed: 'first',
      isKnown,
    });
    const [state] = run(opened, before);
    return {
      state,
      when(...actions: readonly Action[]) {
        const [after, effects] = run(state, actions);
        return {
          ...after,
          effects,
          done: effects.map(({ type }) => type).filter(type => type !== 'keep visit'),
        };
      },
    };
  };
}

export const start: Action = { type: 'started' };
export const cooled: Action = { type: 'cooled' };
export const on: Action = { type: 'continued' };
export const right: Action = { type: 'chose', option: 0 };
export const wrong: Action = { type: 'chose', option: 1 };
export const hold: Action = { type: 'held' };
/** A right answer to a question after its cooldown, and the cooldown of the next one. */
export const pass: readonly Action[] = [right, cooled, cooled];
export const begun: readonly Action[] = [start, cooled];
/** The four questions of the first sentence: come, rosas, their clause, bebe. */
export const read: readonly Action[] = [...begun, ...pass, ...pass, ...pass, ...pass];

/** The visit that is stored on the device after these effects. */
export const lastVisit = (effects: readonly Effect[]): Visit => {
  const kept = effects.findLast(effect => effect.type === 'keep visit');
  if (!kept) throw new Error('nothing was kept');
  return kept.visit;
};
