import { createHash } from 'node:crypto';

/**
 * Hash of a request's endpoint, parameters and body, independent of the order of keys. 64 bits in base64url: enough to
 * detect mistakes; it need not resist attacks, because callers only affect their own commands.
 */
export function fingerprint(endpoint: string, ...parts: readonly unknown[]): string {
  return createHash('sha256')
    .update(JSON.stringify([endpoint, parts], sortedKeys))
    .digest('base64url')
    .slice(0, 11);
}

function sortedKeys(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
