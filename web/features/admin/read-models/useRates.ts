import { useEffect, useRef, useState } from 'react';
import type { Projection } from './queries.ts';

/** Milliseconds over which a rate is taken. */
const WINDOW = 5_000;

/** Events per second of each live model, from its progress in the last seconds. */
export function useRates(
  all: readonly Projection[] | undefined,
  seenAt: number,
): ReadonlyMap<string, number> {
  const samples = useRef<readonly { readonly at: number; readonly done: ReadonlyMap<string, number> }[]>([]);
  const [rates, setRates] = useState<ReadonlyMap<string, number>>(new Map());
  useEffect(() => {
    if (!all) return;
    const done = new Map(all.map(one => [one.name, one.done]));
    const kept = samples.current.filter(({ at }) => seenAt - at <= WINDOW && at < seenAt);
    samples.current = [...kept, { at: seenAt, done }];
    const [first] = kept;
    if (!first) return;
    const seconds = (seenAt - first.at) / 1_000;
    // A swapped-in rebuild starts a new count: no negative rates.
    const rate = ({ name, done: now }: Projection) =>
      Math.max(0, now - (first.done.get(name) ?? now)) / seconds;
    setRates(new Map(all.map(one => [one.name, rate(one)])));
  }, [all, seenAt]);
  return rates;
}
