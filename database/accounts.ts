import type { Generated } from 'kysely';

/** A person who can sign in; the address is verified. */
export interface AccountsTable {
  /** 32 lowercase hex digits: the learner id of the log. */
  id: string;
  /** Unique, case-insensitive; null until the owner of a provider's account chooses one. */
  username: string | null;
  /** Normalised by `mailboxOf`; unique. */
  email: string;
  /** argon2id; null for accounts of a sign-in provider, and after a change of address was reverted. */
  password_hash: string | null;
  /** When the address was verified. */
  verified_at: Generated<Date>;
  created_at: Generated<Date>;
  roles: Generated<string[]>;
  /** The learner has opened a chapter. */
  has_logged_in: Generated<boolean>;
  has_seen_tutorial: Generated<boolean>;
  inbox_token: string | null;
  auto_play_word_tts: Generated<boolean>;
  auto_play_sentence_tts: Generated<boolean>;
  /** The page Progress shows minutes and consecutive weeks. */
  show_reading_weeks: Generated<boolean>;
  /** The learner's pace (decision 52). */
  fragments_asked: Generated<'every time' | 'three times' | 'once'>;
  asks_whole_sentence: Generated<boolean>;
  /** Null: no limit. */
  new_fragments_per_day: number | null;
  stripe_customer_id: string | null;
  /** Third-party sign-in provider, when one is linked. */
  provider: string | null;
  /** The provider's id of the person, `sub`. */
  provider_subject: string | null;
  provider_linked_at: Date | null;
}

/** A sign-up whose address is not verified yet. An address or username may have several. */
export interface PendingSignUpsTable {
  /** The id of the command that asked for it. */
  id: string;
  username: string;
  email: string;
  /** argon2id */
  password_hash: string;
  created_at: Generated<Date>;
  expires_at: Generated<Date>;
}

/** A link to verify an address. Kept after use, because people click twice. */
export interface VerificationLinksTable {
  /** SHA-256, hex. */
  token_hash: string;
  sign_up_id: string | null;
  account_id: string | null;
  expires_at: Date;
}

/** Solved challenges, until they expire: each counts once. */
export interface UsedHumanChecksTable {
  /** SHA-256, hex. */
  challenge: string;
  expires_at: Date;
}

/** A mailed code to set a new password. Kept for a while after it expired, to distinguish it from an unknown code. */
export interface ResetCodesTable {
  /** Contained in the reset token. */
  id: string;
  /** SHA-256, hex. */
  code_hash: string;
  account_id: string;
  expires_at: Date;
  redeemed_at: Date | null;
}

/** A requested change of address, and its reversal. */
export interface EmailChangesTable {
  id: string;
  account_id: string;
  old_email: string;
  new_email: string;
  /** SHA-256, hex, of the link sent to the new address. */
  confirm_hash: string;
  confirm_until: Date;
  confirmed_at: Date | null;
  /** SHA-256, hex, of the link sent to the old address. */
  revert_hash: string | null;
  revert_until: Date | null;
}

/** One sign-in on one device: the family of all refresh tokens that follow from it. */
export interface SessionsTable {
  /** 32 lowercase hex digits, the `sid` of access tokens. */
  id: string;
  account_id: string;
  created_at: Generated<Date>;
  ended_at: Date | null;
  /** Last time the identity was confirmed by password or provider. */
  proved_at: Generated<Date>;
  last_used_at: Generated<Date>;
  /** For example `Firefox on Linux`. */
  device: string | null;
}

/** Refresh tokens. Used ones stay until they expire, to detect reuse. */
export interface RefreshTokensTable {
  /** SHA-256, hex. */
  token_hash: string;
  session_id: string;
  /** The token this one was exchanged for; null for the first of a session. */
  parent_hash: string | null;
  /** This token is derived from it and the parent; null for the first of a session. */
  nonce: string | null;
  issued_at: Generated<Date>;
  expires_at: Date;
  used_at: Date | null;
}

/** Attempts counted in windows, shared by all processes. Unlogged: a crash may lose them. */
export interface RateLimitsTable {
  key: string;
  started_at: Date;
  count: number;
}

/** Learners with deleted accounts; removed when the payment provider has confirmed that their subscriptions ended. */
export interface SubscriptionEndingsTable {
  learner: string;
  asked_at: Generated<Date>;
}

export interface AccountTables {
  subscription_endings: SubscriptionEndingsTable;
  accounts: AccountsTable;
  pending_sign_ups: PendingSignUpsTable;
  verification_links: VerificationLinksTable;
  used_human_checks: UsedHumanChecksTable;
  reset_codes: ResetCodesTable;
  email_changes: EmailChangesTable;
  sessions: SessionsTable;
  refresh_tokens: RefreshTokensTable;
  rate_limits: RateLimitsTable;
}
