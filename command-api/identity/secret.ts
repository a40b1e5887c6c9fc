import { createHash, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** A secret for a link or a cookie: 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** What the database keeps of a secret. Random secrets need no slow hash: there is nothing to guess. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** A key for one purpose out of the one that signs tokens; hex. */
export function keyFor(purpose: string, key: KeyObject): string {
  return Buffer.from(hkdfSync('sha256', key.export(), '', purpose, 32)).toString('hex');
}
