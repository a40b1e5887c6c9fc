// @vitest-environment jsdom
import { act, renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useAction } from './action.ts';

test('a slower earlier call does not replace the result of a later one', async () => {
  const ends: ((result: string) => void)[] = [];
  const { result } = renderHook(() => useAction(() => new Promise<string>(end => ends.push(end))));
  act(() => result.current.run());
  act(() => result.current.run());
  await act(async () => ends[1]?.('later'));
  expect(result.current).toMatchObject({ stage: 'done', result: 'later' });
  await act(async () => ends[0]?.('earlier'));
  expect(result.current).toMatchObject({ stage: 'done', result: 'later' });
  act(() => result.current.run());
  act(() => result.current.reset());
  await act(async () => ends[2]?.('late'));
  expect(result.current.stage).toBe('idle');
});
