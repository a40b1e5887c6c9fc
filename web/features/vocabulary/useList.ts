import { startTransition, useEffect, useMemo, useState } from 'react';
import { afterPaint } from '../../shared/after-paint.ts';
import { followed, type List, type ListOf, listed } from './glossary/list.ts';
import { inTurns } from './in-turns.ts';

/**
 * The list of an input, computed in turns: until it is there, the list before stays, which is that of the input before;
 * undefined at first.
 */
export function useList({ reply, fragments, choice, now, kept, isWhole }: ListOf): List | undefined {
  const input = useMemo(
    () => ({ reply, fragments, choice, now, kept, isWhole }),
    [reply, fragments, choice, now, kept, isWhole],
  );
  const [made, setMade] = useState<List>();
  const current = useMemo(() => made && followed(made, input), [made, input]);
  const isLate = current === undefined;
  useEffect(() => {
    if (!isLate) return;
    return inTurns(listed(input, made), afterPaint, list => startTransition(() => setMade(list)));
  }, [input, made, isLate]);
  return current ?? made;
}
