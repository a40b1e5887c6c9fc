import type { Generated } from 'kysely';

/** A person who can sign in; the address is proven. */
export interface AccountsTable {
  /** 32 lowercase hex digits: the learner id of the log. */
  id: string;
  /** Unique whatever its case; null until a provider's account chooses one. */
  username: string | null;
  /** As `mailboxOf` spells it; unique. */
  email: string;
  /** argon2id; null for accounts of a sign-in provider, and after a change of address was reverted. */
  password_hash: string | null;
  /** When the address was proven. */
  verified_at: Generated<Date>;
  created_at: Generated<Date>;
  roles: Generated<string[]>;
  /** The learner has opened a chapter. */
  has_logged_in: Generated<boolean>;
  has_seen_tutorial: Generated<boolean>;
  inbox_token: string | null;
  auto_play_word_tts: Generated<boolean>;
  auto_play_sentence_tts: Generated<boolean>;
  /** The page Progress shows minutes and weeks in a row. */
  show_reading_weeks: Generated<boolean>;
  /** The learner's pace (decision 52). */
  fragments_asked: Generated<'every time' | 'three times' | 'once'>;
  asks_whole_sentence: Generated<boolean>;
  /** Null: no bound. */
  new_fragments_per_day: number | null;
  stripe_customer_id: string | null;
  /** Third-party sign-in provider, when one is linked. */
  provider: string | null;
  /** The provider's own name for the person, `sub`. */
  provider_subject: string | null;
  provider_linked_at: Date | null;
}

/** Somebody signed up; whether the address is theirs is not known. Several may wait for one address or username. */
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

/** A link sent to prove an address. Kept after use, for the account it made: people click twice. */
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

/** A code mailed to set a new password. Kept for a while after it expired, to be told from one that never was. */
export interface ResetCodesTable {
  /** Named by the reset token. */
  id: string;
  /** SHA-256, hex. */
  code_hash: string;
  account_id: string;
  expires_at: Date;
  redeemed_at: Date | null;
}

/** A new address asked for, and the way back from it. */
export interface EmailChangesTable {
  id: string;
  account_id: string;
  old_email: string;
  new_email: string;
  /** SHA-256, hex, of the link sent to the new address. */
  confirm_hash: string;
  confirm_until: Date;
  confirmed_at: Date | null;
  /** Of the link sent to the old one. */
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
  /** The last time the password was typed or the provider asked. */
  proved_at: Generated<Date>;
  last_used_at: Generated<Date>;
  /** For example `Firefox on Linux`. */
  device: string | null;
}

/** Refresh tokens, used ones too until they expire, so that reuse is noticed. */
export interface RefreshTokensTable {
  /** SHA-256, hex. */
  token_hash: string;
  session_id: string;
  /** The token this one was exchanged for; null for the first of a session. */
  parent_hash: string | null;
  /** With the parent it makes this token; null for the first of a session. */
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

/** Learners whose account is gone; removed when the payment provider has confirmed that nothing of theirs runs. */
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
