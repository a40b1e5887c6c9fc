import { randomInt } from 'node:crypto';

/** An id: a letter and five letters or digits, without those that look alike (i, l, o, 0, 1). */
export const idPattern = /^[a-hjkmnp-z][a-hjkmnp-z2-9]{5}$/;

const letters = 'abcdefghjkmnpqrstuvwxyz';
const lettersAndDigits = `${letters}23456789`;

/** A short opaque id. */
export function newId(): string {
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 5 }, () => pick(lettersAndDigits)).join('');
}
