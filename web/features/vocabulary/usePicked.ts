import { useCallback, useMemo, useState } from 'react';
import type { Row } from './glossary/glossary.ts';

/**
 * The rows that are selected to be marked together.
 * @param onPick called when the selection changes
 */
export function usePicked(onPick: () => void) {
  const [picked, setPicked] = useState<ReadonlyMap<string, Row>>(new Map());
  const keys = useMemo(() => new Set(picked.keys()), [picked]);
  const pick = useCallback(
    (row: Row) => {
      onPick();
      setPicked(before => {
        const after = new Map(before);
        if (!after.delete(row.key)) after.set(row.key, row);
        return after;
      });
    },
    [onPick],
  );
  const pickAll = useCallback(
    (more: readonly Row[]) =>
      setPicked(before => new Map([...before, ...more.map(row => [row.key, row] as const)])),
    [],
  );
  const pickNone = useCallback(() => setPicked(new Map()), []);
  return { picked: [...picked.values()], keys, pick, pickAll, pickNone };
}
