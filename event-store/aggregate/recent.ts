/** A map that keeps the `size` entries used last. */
export function recent<Value>(size: number): {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
} {
  // A Map remembers the order of insertion: an entry that is used moves to the end.
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
