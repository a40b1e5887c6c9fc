import { expect, test } from 'vitest';
import { CallFailure } from '../../facade/client/failure.ts';
import { loadFailure, mostTelling } from './failures.ts';

test('of several failures the one that says why is shown', () => {
  const silent = new CallFailure('FETCH_ERROR');
  const telling = new CallFailure('FETCH_ERROR', {
    body: { message: 'This chapter is not on this device.' },
  });
  expect(loadFailure(mostTelling([null, silent, telling]))).toBe('This chapter is not on this device.');
  expect(loadFailure(mostTelling([silent, null]))).toBe('SOMETHING WENT WRONG');
  expect(mostTelling([null, undefined])).toBeUndefined();
});
