import { useDeferredValue, useEffect, useState } from 'react';
import { whenIdle } from '../../../shared/idle.ts';

/**
 * What is rendered behind the start summary: the first question, so that Start only has to show it, and once its answer view, so
 * that code and fonts are ready for the first answer.
 */
export function useRehearsal(): 'nothing' | 'answer' | 'question' {
  const isBegun = useDeferredValue(true, false);
  const [isAnswered, setAnswered] = useState(false);
  useEffect(() => (isBegun ? whenIdle(() => setAnswered(true)) : undefined), [isBegun]);
  if (!isBegun) return 'nothing';
  return isAnswered ? 'question' : 'answer';
}
