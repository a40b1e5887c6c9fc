import { expect, test } from 'vitest';
import { projections } from '../../projections/projections.ts';
import { vocabularyModels } from './reset.ts';

test('reinitialising all users rebuilds every read model of vocabularies, and no other', () => {
  const models = projections.filter(
    ({ events }) => events.has('FragmentsChanged') || events.has('VocabularyReset'),
  );
  expect(models.map(({ name }) => name).toSorted()).toEqual(vocabularyModels.toSorted());
});
