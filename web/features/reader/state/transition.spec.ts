import { expect, test } from 'vitest';
import { isDirty, openReader, type ReadingState, type Visit } from './state.ts';
import { type Action, type Effect, transition } from './transition.ts';

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
const sentences = [sentence('s1', 'come rosas, bebe.'), sentence('s2', 'duerme.')];

interface Given {
  readonly lastRead?: string;
  readonly visit?: Visit;
  readonly named?: string;
  readonly known?: readonly string[];
  readonly questionsLoaded?: boolean;
  readonly tutorial?: boolean;
}

/** given(stored visit)(actions).when(action) returns the state and the effects. */
function given({
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

const start: Action = { type: 'started' };
const cooled: Action = { type: 'cooled' };
const on: Action = { type: 'continued' };
const right: Action = { type: 'chose', option: 0 };
const wrong: Action = { type: 'chose', option: 1 };
const hold: Action = { type: 'held' };
/** A right answer to a question after its cooldown, and the cooldown of the next one. */
const pass: readonly Action[] = [right, cooled, cooled];
const begun: readonly Action[] = [start, cooled];
/** The four questions of the first sentence: come, rosas, their clause, bebe. */
const read: readonly Action[] = [...begun, ...pass, ...pass, ...pass, ...pass];

test('a question accepts no answer in its first 500 ms: a double click on Start answers nothing', () => {
  expect(given()(start).when(right)).toMatchObject({
    card: 'asked',
    cooling: true,
    place: { quiz: { answers: [] } },
  });
  expect(given()(start, cooled).when(right)).toMatchObject({ card: 'right' });
});

test('a sentence named in the address is opened; an unknown or the next one changes nothing', () => {
  expect(given({ named: 's2' })().state.place).toMatchObject({ index: 1, navigated: true });
  expect(given({ lastRead: 's2', named: 's1' })().state.place).toMatchObject({ index: 0, navigated: true });
  expect(given({ lastRead: 's2', named: 's2' })().state.place).toMatchObject({ index: 1, navigated: false });
  expect(given({ named: 'gone' })().state.place).toMatchObject({ index: 0, navigated: false });
});

test('a right answer is shown for 500 ms, then the next question follows with its own cooldown', () => {
  const asked = given()(...begun, right);
  expect(asked.when(right, on)).toMatchObject({
    card: 'right',
    place: { quiz: { answers: [{ chosen: 0 }] } },
  });
  expect(asked.when(cooled)).toMatchObject({ card: 'asked', cooling: true });
  expect(asked.when(cooled, right).place.quiz.answers).toHaveLength(1);
});

test('answers are timed from the change of card', () => {
  expect(given()(...begun).when(right).place.quiz.answers).toMatchObject([{ milliseconds: 200 }]);
});

test('a wrong answer waits for Continue, which is ignored for 500 ms', () => {
  const shown = given()(...begun, wrong);
  expect(shown.when(on)).toMatchObject({ card: 'wrong' });
  expect(shown.when(cooled)).toMatchObject({ card: 'wrong', cooling: false });
  expect(shown.when(cooled, on)).toMatchObject({ card: 'asked', cooling: true });
  expect(shown.when({ type: 'explanation toggled' })).toMatchObject({ explaining: false });
});

test('E holds a right answer; later it brings the last one back, until the next one is given', () => {
  expect(given()(...begun, right).when(hold, cooled)).toMatchObject({ card: 'held' });
  expect(given()(...begun, right, hold).when(on)).toMatchObject({ card: 'asked' });
  const late = given()(...begun, ...pass);
  expect(late.when(hold)).toMatchObject({ card: 'held', cooling: true });
  expect(late.when(hold, cooled, on).place.quiz.answers).toHaveLength(1);
  expect(late.when(wrong, cooled, on, hold)).toMatchObject({ card: 'asked' });
});

test('the sentence counts as read after its last answer was shown', () => {
  const last = given()(...begun, ...pass, ...pass, ...pass, right);
  expect(last.state).toMatchObject({ card: 'right', place: { read: false } });
  const shown = last.when(cooled);
  expect(shown).toMatchObject({ card: 'read', place: { read: true }, right: 3 });
  expect(shown.done).toEqual(['sentence read']);
  expect(given()(...read).when(hold, cooled, on)).toMatchObject({ card: 'read', done: [] });
});

test('Continue leads to the next sentence, and stops at the last', () => {
  expect(given()(...read).when(on)).toMatchObject({ card: 'asked', place: { index: 1, read: false } });
  const end = given({ lastRead: 's2' })(...begun, ...pass);
  expect(end.state).toMatchObject({ card: 'read', place: { index: 1 } });
  expect(end.when(on)).toMatchObject({ card: 'read', place: { index: 1 } });
  expect(end.when({ type: 'ended' })).toMatchObject({ overlay: 'end' });
});

test('a sentence without questions is read when it is entered', () => {
  const { card, done } = given({ lastRead: 's2', known: ['duerme'] })().when(start);
  expect([card, done]).toEqual(['read', ['sentence read']]);
});

test('an exit during the cooldown sends nothing until it is confirmed, which discards the answers', () => {
  const asked = given()(...begun, ...pass, ...pass, ...pass, right, { type: 'leaving', way: 'library' });
  expect(asked.state.dialog).toEqual({ name: 'leave', way: 'library' });
  expect(asked.when(cooled)).toMatchObject({ card: 'right', done: [] });
  const left = asked.when({ type: 'left' });
  expect(left).toMatchObject({ overlay: 'end', dialog: null, done: [] });
  expect(isDirty(left)).toBe(false);
  expect(asked.when({ type: 'closed' }, cooled)).toMatchObject({ card: 'read', done: ['sentence read'] });
});

test('leaving shows the summary even when nothing was read; other exits leave at once', () => {
  const clean = given()(...begun);
  expect(clean.when({ type: 'leaving', way: 'library' })).toMatchObject({ overlay: 'end', done: [] });
  const summary = clean.when({ type: 'leaving', way: 'library' }, { type: 'leaving', way: 'library' });
  expect(summary.effects.at(-1)).toEqual({ type: 'go', way: 'library' });
  expect(clean.when({ type: 'leaving', way: 'back' }).effects).toEqual([{ type: 'go', way: 'back' }]);
  expect(given()().when({ type: 'leaving', way: 'library' }).done).toEqual(['go']);
});

test('an admin’s arrows navigate, ask in mid-sentence, and stop at the ends', () => {
  const next: Action = { type: 'leaving', way: 'next' };
  expect(given()(...begun).when(next).place).toMatchObject({ index: 1, navigated: true });
  expect(given()(...begun).when({ type: 'leaving', way: 'previous' }).place.index).toBe(0);
  const asked = given()(...begun, right, next);
  expect(asked.state.dialog).toEqual({ name: 'leave', way: 'next' });
  expect(asked.when({ type: 'left' })).toMatchObject({ place: { index: 1, navigated: true }, dialog: null });
});

test('a level-up locks all input for its duration; the confetti can be stopped', () => {
  const party = given()(...begun, { type: 'level reached', level: 'A0.2', knownBefore: 249 });
  expect(party.when(right, on, { type: 'leaving', way: 'library' })).toMatchObject({
    card: 'asked',
    overlay: null,
    place: { quiz: { answers: [] } },
  });
  expect(party.when({ type: 'confetti stopped' }).celebration).toMatchObject({
    still: true,
    knownBefore: 249,
  });
  expect(party.when({ type: 'celebrated' }, right)).toMatchObject({ celebration: null, card: 'right' });
});

test('without question files a sentence is shown, asks nothing and is not read until they load', () => {
  const unasked = given({ questionsLoaded: false })(...begun);
  expect(unasked.state).toMatchObject({ card: 'unasked', place: { read: false } });
  expect(unasked.when(on, right)).toMatchObject({ card: 'unasked', done: [] });
  expect(unasked.when({ type: 'leaving', way: 'back' }).done).toEqual(['go']);
  const loaded = unasked.when({ type: 'questions loaded', sentences });
  expect(loaded).toMatchObject({ card: 'asked', cooling: true, done: [] });
});

const lastVisit = (effects: readonly Effect[]): Visit => {
  const kept = effects.findLast(effect => effect.type === 'keep visit');
  if (!kept) throw new Error('nothing was kept');
  return kept.visit;
};

test('a reload restores the question, the answer view, and a closed answer view', () => {
  const shown = given()().when(...begun, ...pass, wrong);
  const again = given({ visit: lastVisit(shown.effects) })(start);
  expect(again.state).toMatchObject({ card: 'wrong', place: { quiz: { answers: [{}, {}] } } });
  const closed = given()().when(...begun, ...pass, wrong, cooled, on);
  const resumed = given({ visit: lastVisit(closed.effects) })(start).state;
  expect(resumed).toMatchObject({ card: 'asked', place: { quiz: { answers: [{}, {}] } } });
  expect(resumed.place.quiz.steps).toEqual(closed.place.quiz.steps);
});

test('a reload restores a sentence that was read, without counting it again', () => {
  const visit = lastVisit(given()().when(...read).effects);
  const again = given({ visit, lastRead: 's2' })().when(start);
  expect(again).toMatchObject({ card: 'read', place: { index: 0 }, right: 3, done: [] });
});

const toLibrary: Action = { type: 'leaving', way: 'library' };

test('after leaving a finished sentence the next one opens, or the last one of the chapter', () => {
  const visit = lastVisit(given()().when(...read, { type: 'ended' }, toLibrary).effects);
  const again = given({ visit, lastRead: 's2' })().when(start);
  expect(again).toMatchObject({ card: 'asked', place: { index: 1 }, right: 3 });
  const last = given({ lastRead: 's2' })().when(...begun, ...pass, { type: 'ended' }, toLibrary);
  const over = given({ visit: lastVisit(last.effects), lastRead: 'finished' })().when(start);
  expect(over).toMatchObject({ card: 'read', place: { index: 1 }, done: [] });
});

test('leaving in mid-sentence discards its answers, but keeps the count of earlier ones', () => {
  const three = lastVisit(given()().when(...read).effects).right;
  const visit = { ...lastVisit(given({ lastRead: 's2' })().when(...begun).effects), right: three ?? 0 };
  const left = given({ visit, lastRead: 's2' })().when(...begun, wrong, cooled, toLibrary, {
    type: 'left',
  });
  const again = given({ visit: lastVisit(left.effects), lastRead: 's2' })().when(start);
  expect(again).toMatchObject({ card: 'asked', place: { index: 1, quiz: { answers: [] } }, right: 3 });
});

test('a visit of a corrected sentence is not resumed', () => {
  const visit = lastVisit(given()().when(...begun, ...pass).effects);
  const state = given({ visit: { ...visit, contentVersion: 'v0' } })(start).state;
  expect(state.place.quiz.answers).toEqual([]);
});

const clauseKnown: Action = { type: 'clause known' };

test('a clause marked as known is not asked, and one undo restores its questions', () => {
  const known = given()(...begun, ...pass).when(clauseKnown);
  expect(known.effects[0]).toEqual({
    type: 'mark clause known',
    commandId: known.knownClause?.commandId,
    clause: 0,
    fragments: ['come', 'rosas'],
  });
  expect(known.place.quiz.steps.map(({ question }) => question.id)).toEqual(['q-s1-0', 'q-s1-2']);
  const undone = given()(...begun, ...pass).when(clauseKnown, cooled, { type: 'clause undone' });
  expect(undone.done).toEqual(['mark clause known', 'undo clause known']);
  expect(undone).toMatchObject({ card: 'asked', knownClause: null, place: { quiz: { answers: [{}] } } });
  expect(undone.place.quiz.steps).toHaveLength(4);
});

test('a clause marked as known stays so after a reload', () => {
  const known = given()().when(...begun, ...pass, clauseKnown);
  const again = given({ visit: lastVisit(known.effects) })(start).state;
  expect(again.place.quiz.steps).toEqual(known.place.quiz.steps);
});

test('a clause that the server refused is asked again', () => {
  const known = given()(...begun, ...pass, clauseKnown);
  const commandId = known.state.knownClause?.commandId ?? '';
  expect(known.when({ type: 'clause refused', commandId: 'another' }).knownClause).not.toBeNull();
  const refused = known.when({ type: 'clause refused', commandId });
  expect(refused).toMatchObject({ card: 'asked', knownClause: null, done: [] });
  expect(refused.place.quiz.steps).toHaveLength(4);
});

test('the tutorial lasts for one sentence, can be skipped, and can be started from the help', () => {
  const first = given({ tutorial: true });
  expect(first(...read).when(on)).toMatchObject({ tutorial: false, done: ['tutorial seen'] });
  expect(first(...begun).when({ type: 'tutorial skipped' })).toMatchObject({
    tutorial: false,
    done: ['tutorial seen'],
  });
  expect(first(...begun).when(right, cooled).tutorial).toBe(true);
  const again = given()(...begun, { type: 'opened', dialog: 'help' }).when({ type: 'tutorial asked for' });
  expect(again).toMatchObject({ tutorial: true, dialog: null });
});
