/**
 * Keys of what lies on the device in IndexedDB: what it is, the learner whose it is, and what tells it from others. The
 * learner's id has no spaces.
 */
const kinds = /^(?:outbox|visit|chapter|review answer|reply|sound) (\S+)/;
/** Not sent yet: stays when everything else of its learner goes. */
const waits = /^(?:outbox|review answer) /;

/** Whose something is; undefined when it is nobody's. */
export function learnerOf(key: IDBValidKey): string | undefined {
  return typeof key === 'string' ? kinds.exec(key)?.[1] : undefined;
}

export function isWaiting(key: IDBValidKey): boolean {
  return typeof key === 'string' && waits.test(key);
}

export function replyKey(learner: string, queryKey: readonly unknown[]): string {
  return `reply ${learner} ${JSON.stringify(queryKey)}`;
}

export function soundKey(learner: string, address: string): string {
  return `sound ${learner} ${address}`;
}
