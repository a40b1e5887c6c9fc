import * as z from 'zod/mini';

const shape = z.email();
/** RFC 5321: octets of the part before the @, and of the whole. */
const LOCAL = 64;
const WHOLE = 254;

/**
 * The one spelling of an address: what is stored, compared and handed to the mail server. Lower case, and a domain of
 * other letters as its ASCII form. Quotes, comments, groups and lists are refused, so that what a mail server reads is
 * what is stored. The same rule in the browser, at the calls and for Reply-To.
 * @returns null when it is no address
 */
export function mailboxOf(typed: string): string | null {
  const [, local = '', domain = ''] = /^([^@]+)@([^@]+)$/.exec(typed.trim()) ?? [];
  const address = `${local}@${asciiDomain(domain)}`.toLowerCase();
  if (local.length > LOCAL || address.length > WHOLE) return null;
  return shape.safeParse(address).success ? address : null;
}

export function isEmail(typed: string): boolean {
  return mailboxOf(typed) !== null;
}

/** Letters of other scripts become Punycode, as they do on their way through the mail. */
function asciiDomain(domain: string): string {
  if (!/^[\p{L}\p{M}\p{N}.-]+$/u.test(domain)) return '';
  return URL.parse(`http://${domain}`)?.hostname ?? '';
}
