/** A map that keeps the `size` most recently used entries. */
export function lruCache<Value>(size: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
  // A Map iterates in insertion order; an entry that is used is inserted again at the end.
  const entries = new Map<string, Value>();
  function set(key: string, value: Value): void {
    entries.delete(key);
    entries.set(key, value);
    if (entries.size <= size) return;
    for (const oldest of entries.keys()) {
      entries.delete(oldest);
      return;
    }
  }
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) set(key, value);
      return value;
    },
    set,
  };
}
