import { createHash } from 'node:crypto';

/**
 * Hash of a request: its endpoint, and its parameters and body whatever the order of their keys. 64 bits in base64url,
 * enough to notice by accident or mistake; it protects from nobody, because the caller chooses the command id.
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
