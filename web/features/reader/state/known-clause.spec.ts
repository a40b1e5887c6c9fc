import { expect, test } from 'vitest';
import { begun, cooled, given, lastVisit, pass, start } from '../testing/machine.ts';
import type { Action } from './transition.ts';

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

test('a clause that the server refuses while the level it would have reached is celebrated is asked again', () => {
  const known = given()(...begun, ...pass, clauseKnown, {
    type: 'level reached',
    level: 'A0.2',
    knownBefore: 249,
  });
  const commandId = known.state.knownClause?.commandId ?? '';
  const refused = known.when({ type: 'clause refused', commandId });
  expect(refused).toMatchObject({ card: 'asked', knownClause: null, celebration: { level: 'A0.2' } });
  expect(refused.place.quiz.steps).toHaveLength(4);
});

test('a clause that the server refused is asked again', () => {
  const known = given()(...begun, ...pass, clauseKnown);
  const commandId = known.state.knownClause?.commandId ?? '';
  expect(known.when({ type: 'clause refused', commandId: 'another' }).knownClause).not.toBeNull();
  const refused = known.when({ type: 'clause refused', commandId });
  expect(refused).toMatchObject({ card: 'asked', knownClause: null, done: [] });
  expect(refused.place.quiz.steps).toHaveLength(4);
});
