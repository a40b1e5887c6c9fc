import { createHash } from 'node:crypto';

/**
 * Hash of a request's endpoint, parameters and body, independent of the order of keys. 64 bits in base64url: enough to
 * detect mistakes; it need not resist attacks, because callers only affect their own commands.
 */
export function fingerprint(endpoint: string, ...parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify(sortedKeys([endpoint, parts])))
    .digest('base64url')
    .slice(0, 11);
}

/** A copy with sorted keys. Stored fingerprints are compared with new ones, so the order of the keys must not change. */
function sortedKeys(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sortedKeys);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
}
