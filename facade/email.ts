import { regexes } from 'zod/mini';

/** RFC 5321: octets of the part before the @, and of the whole. */
const LOCAL = 64;
const WHOLE = 254;

/**
 * The normal form of an address, which is stored, compared and given to the mail server: lower case, the domain as
 * Punycode. Quotes, comments, groups and lists are refused, so that a mail server reads the same address. Used in the
 * browser, by the endpoints and for Reply-To.
 * @returns null when it is not an address
 */
export function mailboxOf(typed: string): string | null {
  const [, local = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(typed.trim()) ?? [];
  const address = `${local}@${asciiDomain(domain)}`.toLowerCase();
  if (local.length > LOCAL || address.length > WHOLE) return null;
  return regexes.email.test(address) ? address : null;
}

export function isEmail(typed: string): boolean {
  return mailboxOf(typed) !== null;
}

/** The domain in Punycode. */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return '';
  return URL.parse(`http://${domain}`)?.hostname ?? '';
}
