import { expect, test } from 'vitest';
import {
  begun,
  cooled,
  given,
  hold,
  on,
  pass,
  read,
  right,
  sentences,
  start,
  wrong,
} from '../testing/machine.ts';
import { isDirty } from './state.ts';
import type { Action } from './transition.ts';

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
  expect(shown).toMatchObject({
    card: 'read',
    place: { read: true },
    counted: { sentences: 1, fragments: 3 },
  });
  expect(shown.done).toEqual(['sentence read']);
  expect(given()(...read).when(hold, cooled, on)).toMatchObject({ card: 'read', done: [] });
});

test('Continue leads to the next sentence; at the last, Enter ends the chapter as End does', () => {
  expect(given()(...read).when(on)).toMatchObject({ card: 'asked', place: { index: 1, read: false } });
  const end = given({ lastRead: 's2' })(...begun, ...pass);
  expect(end.state).toMatchObject({ card: 'read', place: { index: 1 } });
  const over = { card: 'read', overlay: 'end', place: { index: 1 } };
  expect(end.when(on)).toMatchObject(over);
  expect(end.when({ type: 'ended' })).toMatchObject(over);
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
