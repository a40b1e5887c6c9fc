import { useEffect, useState } from 'react';
import { whenIdle } from '../../shared/idle.ts';
import { type Choice, type Counts, counting, type Glossary } from './glossary/choice.ts';

/**
 * The counts in the menus, and the choice they belong to; undefined at first. They are counted once the browser is idle, step by
 * step: nobody sees them before a menu is opened, and a press never waits for them.
 */
export function useCounts(glossary: Glossary, choice: Choice): (Counts & { by: Choice }) | undefined {
  const [counts, setCounts] = useState<Counts & { by: Choice }>();
  useEffect(() => {
    const steps = counting(glossary, choice);
    let timer: ReturnType<typeof setTimeout>;
    const count = () => {
      const { done, value } = steps.next();
      if (done) setCounts({ ...value, by: choice });
      else timer = setTimeout(count);
    };
    const cancel = whenIdle(count);
    return () => {
      cancel();
      clearTimeout(timer);
    };
  }, [glossary, choice]);
  return counts;
}
