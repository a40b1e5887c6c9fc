import { createHash, randomBytes } from 'node:crypto';

/** A secret for a link or a cookie: 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret. Random secrets need no slow hash: there is nothing to guess. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
