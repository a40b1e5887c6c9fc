import { createHash, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/** A secret for a link or a cookie: 256 random bits, safe in an address. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that the database stores. A random secret needs no slow hash, because it cannot be guessed. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}

/** Derives a key for one purpose from the signing key; hex. */
export function keyFor(purpose: string, key: KeyObject): string {
  return Buffer.from(hkdfSync('sha256', key.export(), '', purpose, 32)).toString('hex');
}
