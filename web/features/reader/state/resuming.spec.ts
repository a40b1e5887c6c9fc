import { expect, test } from 'vitest';
import { begun, cooled, given, lastVisit, on, pass, read, start, wrong } from '../testing/machine.ts';
import type { Action } from './transition.ts';

/** The first sentence, with its three one-fragment words answered right. */
const firstRead = { sentences: 1, fragments: 3 };

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
  expect(again).toMatchObject({ card: 'read', place: { index: 0 }, counted: firstRead, done: [] });
});

const toLibrary: Action = { type: 'leaving', way: 'library' };

test('after leaving a finished sentence the next one opens, or the last one of the chapter', () => {
  const visit = lastVisit(given()().when(...read, { type: 'ended' }, toLibrary).effects);
  const again = given({ visit, lastRead: 's2' })().when(start);
  expect(again).toMatchObject({ card: 'asked', place: { index: 1 }, counted: firstRead });
  const last = given({ lastRead: 's2' })().when(...begun, ...pass, { type: 'ended' }, toLibrary);
  const over = given({ visit: lastVisit(last.effects), lastRead: 'finished' })().when(start);
  expect(over).toMatchObject({ card: 'read', place: { index: 1 }, done: [] });
});

test('leaving in mid-sentence discards its answers, but keeps the count of earlier ones', () => {
  const visit = { ...lastVisit(given({ lastRead: 's2' })().when(...begun).effects), counted: firstRead };
  const left = given({ visit, lastRead: 's2' })().when(...begun, wrong, cooled, toLibrary, {
    type: 'left',
  });
  const again = given({ visit: lastVisit(left.effects), lastRead: 's2' })().when(start);
  expect(again).toMatchObject({
    card: 'asked',
    place: { index: 1, quiz: { answers: [] } },
    counted: firstRead,
  });
});

test('sentences and fragments are counted from the same moment, also after a visit of an older version', () => {
  const { counted, ...visit } = lastVisit(given()().when(...read).effects);
  expect(counted).toEqual(firstRead);
  const older = { ...visit, right: 3 };
  expect(given({ visit: older, lastRead: 's2' })().state.counted).toEqual({ sentences: 0, fragments: 0 });
});

test('a visit of a corrected sentence is not resumed', () => {
  const visit = lastVisit(given()().when(...begun, ...pass).effects);
  const state = given({ visit: { ...visit, contentVersion: 'v0' } })(start).state;
  expect(state.place.quiz.answers).toEqual([]);
});

const finished = { lastRead: 'finished' };
const reread: Action = { type: 'reread' };

test('a finished chapter opens at its last sentence on every device, and asks nothing of it again', () => {
  const shown = given(finished)().when(start);
  expect(shown).toMatchObject({ card: 'read', place: { index: 1, read: true }, done: [] });
  const elsewhere = lastVisit(given()().when(...begun, wrong).effects);
  expect(given({ ...finished, visit: elsewhere })().when(start)).toMatchObject({
    card: 'read',
    place: { index: 1 },
    done: [],
  });
});

test('reading a finished chapter again begins with its first sentence and a new count', () => {
  const visit = { ...lastVisit(given()().when(...read).effects), sentence: 's2', counted: firstRead };
  const again = given({ ...finished, visit })().when(reread, cooled);
  expect(again).toMatchObject({ card: 'asked', overlay: null, place: { index: 0, read: false } });
  expect(again.counted).toEqual({ sentences: 0, fragments: 0 });
});

test('reading again is resumed where it was left, until the end', () => {
  const again = given(finished)(reread, cooled);
  const reloaded = lastVisit(again.when(...pass, wrong).effects);
  const resumed = given({ ...finished, visit: reloaded })(start).state;
  expect(resumed).toMatchObject({ card: 'wrong', place: { index: 0, quiz: { answers: [{}, {}] } } });
  const inMidSentence = lastVisit(again.when(wrong, cooled, toLibrary, { type: 'left' }).effects);
  expect(given({ ...finished, visit: inMidSentence })(start).state).toMatchObject({
    card: 'asked',
    place: { index: 0, quiz: { answers: [] } },
  });
  const first = [...pass, ...pass, ...pass, ...pass];
  const behindFirst = lastVisit(again.when(...first, { type: 'ended' }, toLibrary).effects);
  expect(given({ ...finished, visit: behindFirst })(start).state).toMatchObject({
    card: 'asked',
    place: { index: 1 },
  });
  const over = lastVisit(again.when(...first, on, cooled, ...pass, { type: 'ended' }, toLibrary).effects);
  expect(given({ ...finished, visit: over })().when(start)).toMatchObject({
    card: 'read',
    place: { index: 1 },
    done: [],
  });
});

test('a sentence of a finished chapter named in the address is asked, and a reload resumes it', () => {
  const there = given({ ...finished, named: 's1' })().when(start, cooled, wrong);
  expect(there).toMatchObject({ card: 'wrong', place: { index: 0, navigated: true } });
  const again = given({ ...finished, visit: lastVisit(there.effects) })(start).state;
  expect(again).toMatchObject({ card: 'wrong', place: { index: 0 } });
});
