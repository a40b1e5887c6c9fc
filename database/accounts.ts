import type { Generated } from 'kysely';

/** A person who can sign in. The only place with personal data besides contact messages. */
export interface AccountsTable {
  /** 32 lowercase hex digits: the learner id of the log. */
  id: string;
  /** Unique whatever its case; null until a provider's account chooses one. */
  username: string | null;
  /** As `mailboxOf` spells it; unique. */
  email: string;
  /** argon2id; null for accounts of a sign-in provider. */
  password_hash: string | null;
  verified_at: Date | null;
  created_at: Generated<Date>;
  roles: Generated<string[]>;
  /** The learner has opened a chapter. */
  has_logged_in: Generated<boolean>;
  has_seen_tutorial: Generated<boolean>;
  inbox_token: string | null;
  auto_play_word_tts: Generated<boolean>;
  auto_play_sentence_tts: Generated<boolean>;
  stripe_customer_id: string | null;
  /** Third-party sign-in provider the account came from. */
  provider: string | null;
}

/** A link sent to prove an address. Kept after use: mail scanners open links before people do. */
export interface VerificationLinksTable {
  /** SHA-256, hex. */
  token_hash: string;
  account_id: string;
  expires_at: Date;
}

/** One sign-in on one device: the family of all refresh tokens that follow from it. */
export interface SessionsTable {
  /** 32 lowercase hex digits, the `sid` of access tokens. */
  id: string;
  account_id: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
}

/** Refresh tokens, used ones too until they expire, so that reuse is noticed. */
export interface RefreshTokensTable {
  /** SHA-256, hex. */
  token_hash: string;
  session_id: string;
  /** The token this one was exchanged for; null for the first of a session. */
  parent_hash: string | null;
  expires_at: Date;
  used_at: Date | null;
}

/** Attempts counted in windows, shared by all processes. Unlogged: a crash may forget them. */
export interface RateLimitsTable {
  key: string;
  started_at: Date;
  count: number;
}

export interface AccountTables {
  accounts: AccountsTable;
  verification_links: VerificationLinksTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  rate_limits: RateLimitsTable;
}
