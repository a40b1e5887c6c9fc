import type { AccountTables } from './accounts.ts';
import type { CatalogueTables } from './catalogue.ts';
import type { CollectedTables } from './collected.ts';
import type { KeptTables } from './kept.ts';
import type { LevelPolicyTables } from './level-policies.ts';
import type { MailTables } from './mails.ts';
import type { ReviewTables } from './review-parameters.ts';

/** Every plain table, as Kysely types them. */
export type Database = AccountTables &
  CatalogueTables &
  CollectedTables &
  KeptTables &
  LevelPolicyTables &
  MailTables &
  ReviewTables;
