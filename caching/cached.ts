/**
 * A value that is read again when it is too old. Concurrent calls share one read. A read that fails is not cached.
 * @param maxAge milliseconds that a value may be used
 */
export function cached<T>(read: () => Promise<T>, maxAge: (value: T) => number): () => Promise<T> {
  let kept: { readonly value: Promise<T>; until: number } | undefined;
  return () => {
    if (kept && Date.now() < kept.until) return kept.value;
    const next = { value: read(), until: Number.POSITIVE_INFINITY };
    kept = next;
    next.value.then(
      value => {
        next.until = Date.now() + maxAge(value);
      },
      () => {
        next.until = 0;
      },
    );
    return next.value;
  };
}
