import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';

/** A value as it was before the last paint: what it changes is rendered after the answer to a press is on the screen. */
export function useAfterPaint<Value>(value: Value): Value {
  // In an object, because a value may be a function.
  const [shown, setShown] = useState({ value });
  useEffect(() => {
    if (shown.value === value) return;
    return afterPaint(() => startTransition(() => setShown({ value })));
  }, [value, shown]);
  return shown.value;
}
