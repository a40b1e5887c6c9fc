import { useEffect, useRef, useState } from 'react';
import type { Projection } from './queries.ts';
import { stateOf, titleOf } from './words.ts';

/** Text for a live region: which states changed. Numbers are not said, because they change every second. */
export function useAnnouncedStates(all: readonly Projection[] | undefined): string {
  const before = useRef<ReadonlyMap<string, string>>(undefined);
  const [text, setText] = useState('');
  useEffect(() => {
    if (!all) return;
    const now = new Map(all.map(one => [one.name, stateOf(one).word]));
    const changed = [...now].filter(([name, word]) => before.current && before.current.get(name) !== word);
    before.current = now;
    if (changed.length > 0) setText(changed.map(([name, word]) => `${titleOf(name)}: ${word}`).join(', '));
  }, [all]);
  return text;
}
