import { expect, test } from 'vitest';
import { CallFailure } from '../../../facade/client/failure.ts';
import { notDoneText } from './failure-text.ts';

test('a lost reply does not say that nothing was stored, because that is not known', () => {
  const lost = new CallFailure('FETCH_ERROR');
  expect(notDoneText(lost, 'imported', { some: false })).toBe(
    'The server did not answer, so it is not known whether they were imported. Try again to make sure.',
  );
});

test('a refusal says whether a part was stored before it', () => {
  const refused = new CallFailure('HTTP', { status: 422, body: { message: 'too large' } });
  expect(notDoneText(refused, 'imported', { some: false })).toBe('Nothing was imported: too large');
  expect(notDoneText(refused, 'taken back', { some: true })).toBe('Not all was taken back: too large');
});
