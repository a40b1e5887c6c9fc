import { createHash } from 'node:crypto';

/** The path of the simulated provider; its issuer is this path at the application's own address. */
export const providerPath = '/dev/google';

/** A person with an account at the simulated provider. */
export interface Person {
  readonly email: string;
  /** The provider runs this mailbox, as Google does for gmail.com and for the domains of Workspace. */
  readonly workspace: boolean;
}

export interface People {
  /** Adds the person. @returns the provider's `sub`, which is always the same for an address */
  readonly add: (person: Person) => string;
  readonly bySubject: (subject: string) => Person | undefined;
  readonly all: () => readonly Person[];
}

export function people(...known: readonly Person[]): People {
  const found = new Map<string, Person>();
  const add = (person: Person) => {
    const subject = createHash('sha256').update(person.email).digest('hex').slice(0, 21);
    found.set(subject, person);
    return subject;
  };
  for (const person of known) add(person);
  return { add, bySubject: subject => found.get(subject), all: () => [...found.values()] };
}
