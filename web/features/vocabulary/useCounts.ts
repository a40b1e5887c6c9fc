import { startTransition, useEffect, useState } from 'react';
import { whenIdle } from '../../shared/idle.ts';
import { type Choice, type Counts, counting, type Glossary } from './glossary/choice.ts';
import { inTurns } from './in-turns.ts';

/**
 * The counts in the menus, and the choice they belong to; undefined at first. They are counted once the browser is idle: nobody
 * sees them before a menu is opened.
 * @param glossary undefined: not known yet
 */
export function useCounts(
  glossary: Glossary | undefined,
  choice: Choice,
): (Counts & { by: Choice }) | undefined {
  const [counts, setCounts] = useState<Counts & { by: Choice }>();
  useEffect(() => {
    if (!glossary) return;
    return inTurns(counting(glossary, choice), whenIdle, found =>
      startTransition(() => setCounts({ ...found, by: choice })),
    );
  }, [glossary, choice]);
  return counts;
}
