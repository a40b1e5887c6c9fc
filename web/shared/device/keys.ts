/** Keys of the data on the device, in IndexedDB: the kind, the learner's id (which has no spaces), and the rest of the key. */
const kinds = /^(?:outbox|visit|chapter|review answer|reply|sound) (\S+)/;
/** Unsent commands, which stay when the other data of a learner is cleared. */
const unsent = /^(?:outbox|review answer) /;

/** The learner of a key; undefined for data of nobody. */
export function learnerOf(key: IDBValidKey): string | undefined {
  return typeof key === 'string' ? kinds.exec(key)?.[1] : undefined;
}

export function isUnsent(key: IDBValidKey): boolean {
  return typeof key === 'string' && unsent.test(key);
}

export function replyKey(learner: string, queryKey: readonly unknown[]): string {
  return `reply ${learner} ${JSON.stringify(queryKey)}`;
}

export function soundKey(learner: string, address: string): string {
  return `sound ${learner} ${address}`;
}
