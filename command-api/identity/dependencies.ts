import type { Kysely, Transaction } from 'kysely';
import type pg from 'pg';
import type { Database } from '../../database/tables.ts';
import type { BodyOf, ReplyOf } from '../../facade/endpoint.ts';
import type { TokenKeys } from '../../facade/express/tokens.ts';
import type { humanChallenge, signUp } from '../../facade/identity.ts';
import type { QueueMail } from '../mail/mail.ts';
import type { RateLimits } from '../rate-limits.ts';
import type { AccountDeletion } from './account-deletion/delete-account.ts';

type Proof = BodyOf<typeof signUp>['proof'];

export interface HumanCheck {
  /** Public half of the reCAPTCHA keys; null when it is not offered. */
  readonly recaptchaSiteKey: string | null;
  readonly challenge: () => Promise<ReplyOf<typeof humanChallenge>>;
  /** Whether the proof of a sign-up is valid. */
  readonly passes: (proof: Proof) => Promise<boolean>;
  /** Uses up a proof that passed. False: another sign-up has used it. */
  readonly spend: (trx: Transaction<Database>, proof: Proof) => Promise<boolean>;
}

/** The data that a browser stores between leaving for the provider and returning. */
export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  /** PKCE */
  readonly verifier: string;
}

/** A person whom the provider has authenticated. */
export interface VerifiedPerson {
  /** The provider's `sub`, the only property that never changes. */
  readonly subject: string;
  readonly email: string;
  /**
   * The provider runs this mailbox itself (gmail.com, or a Workspace domain), so it knows the current owner. Any other address
   * was only verified once.
   */
  readonly authoritative: boolean;
}

export interface SignInProvider {
  /** Where to send the browser. `again`: the person is asked who they are even when the provider knows. */
  readonly begin: (again: boolean) => Promise<{ readonly url: string; readonly attempt: Attempt }>;
  /**
   * @param again as at the beginning: the provider must say that the person signed in within the last five minutes
   * @throws when the reply does not belong to this attempt, or has no verified address
   */
  readonly finish: (returned: URL, attempt: Attempt, again: boolean) => Promise<VerifiedPerson>;
}

/** The dependencies of the endpoints for sign-up, login and a learner's own account. */
export interface IdentityDependencies {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  /** Sign access tokens; the same as `authenticator` of the facade reads them with. */
  readonly keys: TokenKeys;
  readonly queueMail: QueueMail;
  /** The application's public address, without a trailing slash. */
  readonly publicUrl: string;
  /** Only for the flag in the token; access to chapters is decided by the subscription aggregate. */
  readonly isSubscribed: (accountId: string) => Promise<boolean>;
  readonly limits: RateLimits;
  readonly human: HumanCheck;
  /** Undefined: signing in with Google is switched off. */
  readonly google: SignInProvider | undefined;
  readonly accountDeletion: AccountDeletion;
}

/** The refresh cookie travels over https only where the public address is https. */
export function secureCookies({ publicUrl }: Pick<IdentityDependencies, 'publicUrl'>): boolean {
  return publicUrl.startsWith('https:');
}
