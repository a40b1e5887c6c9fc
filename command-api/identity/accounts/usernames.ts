import { type Refusal, refuse } from '../../../domain/refusal.ts';
import { isProfane } from './profanity.ts';

/** Names that look like the product, its staff or its technical accounts. */
const reserved: readonly string[] = [
  ...['admin', 'administrator', 'administration', 'root', 'superuser', 'sysadmin', 'system', 'operator'],
  ...['moderator', 'mod', 'staff', 'team', 'employee', 'owner', 'founder', 'official', 'camino'],
  ...['caminoteam', 'caminoadmin', 'caminosupport', 'support', 'help', 'helpdesk', 'service', 'security'],
  ...['abuse', 'billing', 'payment', 'payments', 'sales', 'info', 'contact', 'webmaster', 'postmaster'],
  ...['hostmaster', 'noreply', 'mailer', 'mailerdaemon', 'null', 'undefined', 'nan'],
  ...['anonymous', 'nobody', 'everyone', 'everybody', 'username', 'login', 'logout', 'signup', 'deleted'],
];

/** Normalizes a name by its look: digits to letters, look-alikes to one letter, double letters to one. */
function skeleton(name: string): string {
  const look: Readonly<Record<string, string>> = {
    0: 'o',
    1: 'l',
    i: 'l',
    3: 'e',
    4: 'a',
    5: 's',
    7: 't',
    8: 'b',
  };
  return name
    .toLowerCase()
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/[0134578i]/g, sign => look[sign] ?? sign)
    .replace(/(.)\1+/g, '$1');
}

const reservedSkeletons: ReadonlySet<string> = new Set(reserved.map(skeleton));

/** Whether a name could be mistaken for staff or the system (admin, support …), also with look-alike letters or a number. */
export function isReserved(username: string): boolean {
  return (
    reservedSkeletons.has(skeleton(username)) || reservedSkeletons.has(skeleton(username.replace(/\d+$/, '')))
  );
}

/** The refusal of a reserved or profane username; its format is checked before. */
export function usernameProblem(username: string): Refusal | undefined {
  if (!isProfane(username) && !isReserved(username)) return undefined;
  return refuse('unable to create new user', {
    field: 'username',
    verbose: 'Please choose a different username.',
  });
}
