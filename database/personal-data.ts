/**
 * The personal data of each table: which columns, what deletes them, and how long they are kept. Every column of every
 * table in schema `public` must be declared (the spec checks it). Read models and the log identify people by an opaque id
 * only, and pg-boss by the id of a mail.
 */
export interface DeclaredTable {
  /** Columns that identify or describe a person, or contain a secret. */
  readonly personal: readonly string[];
  /** All the others. */
  readonly others: readonly string[];
  /** What happens when the account is deleted; required where a column is personal. */
  readonly onDeletion?: string;
  /** A job deletes rows this long after the time in column `after`; a Postgres interval. */
  readonly retention?: { readonly after: string; readonly interval: string };
}

const cascade = 'goes with the account';
const notOfPeople = (others: string): DeclaredTable => ({ personal: [], others: others.split(' ') });

export const declaredTables: Readonly<Record<string, DeclaredTable>> = {
  accounts: {
    personal: [
      ...['username', 'email', 'password_hash', 'inbox_token', 'stripe_customer_id'],
      ...['provider', 'provider_subject'],
    ],
    others: [
      ...['id', 'verified_at', 'created_at', 'roles', 'has_logged_in', 'has_seen_tutorial'],
      ...['auto_play_word_tts', 'auto_play_sentence_tts', 'show_reading_weeks', 'provider_linked_at'],
      ...['fragments_asked', 'asks_whole_sentence', 'new_fragments_per_day'],
    ],
    onDeletion: 'the row is deleted',
  },
  pending_sign_ups: {
    personal: ['username', 'email', 'password_hash'],
    others: ['id', 'created_at', 'expires_at'],
    onDeletion: 'rows of the address are deleted',
    retention: { after: 'expires_at', interval: '0 days' },
  },
  verification_links: {
    personal: ['token_hash'],
    others: ['sign_up_id', 'account_id', 'expires_at'],
    onDeletion: cascade,
    retention: { after: 'expires_at', interval: '7 days' },
  },
  used_human_checks: {
    ...notOfPeople('challenge expires_at'),
    retention: { after: 'expires_at', interval: '0 days' },
  },
  reset_codes: {
    personal: ['code_hash'],
    others: ['id', 'account_id', 'expires_at', 'redeemed_at'],
    onDeletion: cascade,
    retention: { after: 'expires_at', interval: '1 day' },
  },
  email_changes: {
    personal: ['old_email', 'new_email', 'confirm_hash', 'revert_hash'],
    others: ['id', 'account_id', 'confirm_until', 'confirmed_at', 'revert_until'],
    onDeletion: cascade,
    retention: { after: 'coalesce(revert_until, confirm_until)', interval: '1 day' },
  },
  sessions: {
    personal: ['device'],
    others: ['id', 'account_id', 'created_at', 'ended_at', 'proved_at', 'last_used_at'],
    onDeletion: cascade,
    retention: { after: 'coalesce(ended_at, last_used_at)', interval: '31 days' },
  },
  refresh_tokens: {
    personal: ['token_hash', 'parent_hash', 'nonce'],
    others: ['session_id', 'issued_at', 'expires_at', 'used_at'],
    onDeletion: 'goes with its session',
    retention: { after: 'expires_at', interval: '0 days' },
  },
  rate_limits: {
    // Hashes of addresses. No table keeps an IP address itself.
    personal: ['key'],
    others: ['started_at', 'count'],
    onDeletion: 'within a day, by itself',
    retention: { after: 'started_at', interval: '1 day' },
  },
  mails: {
    personal: ['to_address', 'reply_to', 'subject', 'text', 'html'],
    others: ['id', 'account_id', 'created_at', 'sent_at', 'refused_at'],
    onDeletion: 'rows of the account, and of its address, are deleted; a mail that was sent is blank',
    retention: { after: 'created_at', interval: '7 days' },
  },
  contact_messages: {
    personal: ['name', 'email', 'subject', 'message'],
    others: ['id', 'kind', 'account_id', 'received_at'],
    onDeletion: 'rows of the account, and those of its address that nobody signed in wrote, are deleted',
    retention: { after: 'received_at', interval: '12 months' },
  },
  collected_events: {
    personal: ['device', 'username', 'properties'],
    others: ['insert_id', 'event', 'at', 'received_at'],
    onDeletion:
      'rows of the username, and rows without one from browsers that the learner used, are deleted, as when consent is withdrawn',
    retention: { after: 'received_at', interval: '12 months' },
  },
  collected_profiles: {
    personal: ['username', 'device', 'properties'],
    others: ['changed_at'],
    onDeletion: 'rows of the username are deleted, as when consent is withdrawn',
    retention: { after: 'changed_at', interval: '12 months' },
  },
  collected_recordings: {
    personal: ['device', 'username', 'path', 'events'],
    others: ['replay', 'part', 'received_at', 'size'],
    onDeletion:
      'rows of the username, and rows without one from browsers that the learner used, are deleted, as when consent is withdrawn',
    retention: { after: 'received_at', interval: '30 days' },
  },
  analytics_deletions: {
    personal: ['distinct_id'],
    others: ['asked_at'],
    onDeletion: 'a row is deleted when the analytics provider has taken the request to delete what it names',
    retention: { after: 'asked_at', interval: '12 months' },
  },
  kept: {
    personal: ['note'],
    others: ['id', 'learner', 'fragment_id', 'sentence_id', 'clause', 'text', 'kept_at'],
    onDeletion: cascade,
  },
  review_parameters: {
    personal: ['parameters'],
    others: [
      ...['learner', 'language', 'fitted_at', 'fitted_from', 'reviews_tried', 'held_out'],
      ...['loss_before', 'loss_after', 'read_to'],
    ],
    onDeletion: cascade,
  },
  subscription_endings: notOfPeople('learner asked_at'),
  analytics_salt: notOfPeople('only_row salt'),
  books: notOfPeople('id title author published language_id reading_level chapter_count origin withheld'),
  chapter_fragments: notOfPeople('book_id chapter fragment_id asked_from'),
  chapters: notOfPeople('book_id number title introduction content_version library_version available'),
  courses: notOfPeople('id title description native_language_id target_language_id'),
  fragment_merges: notOfPeople('fragment survivor followed_to done'),
  fragments: notOfPeople('id language_id kind text pos gloss lemma note in_book'),
  languages: notOfPeople('id name iso_code'),
  level_policy_switches: notOfPeople(
    'number id policy policy_before takes_back begun_by begun_at ended_at state followed_to accounts_done accounts left_out',
  ),
  library_state: notOfPeople('only_row sources'),
  log_in_use: notOfPeople('only_row log_id'),
  migrations: notOfPeople('name applied_at'),
  phrase_explanations: notOfPeople('sentence_id position phrase explanation'),
  progress_summaries: notOfPeople('sentence_id summary'),
  questions: notOfPeople('id kind sentence_id word_instance_id clause options retired'),
  sentences: notOfPeople(
    'id book_id chapter position part section chapter_title text translation new_paragraph retired origin version',
  ),
  word_instances: notOfPeople(
    'id sentence_id position text leading_punctuation trailing_punctuation translation modern_equivalent stem ending1 ending2 ending3 skipped retired',
  ),
};
