import { accounts } from './001-accounts.ts';
import { catalogue } from './010-catalogue.ts';
import { contact } from './020-contact.ts';
import { library } from './030-library.ts';
import { analytics } from './040-analytics.ts';
import { mails } from './050-mails.ts';
import { identity } from './051-identity.ts';
import { log } from './060-log.ts';
import { fragmentMerges } from './061-fragment-merges.ts';
import { contactQueue } from './070-contact-queue.ts';
import { subscriptionEndings } from './072-subscription-endings.ts';
import { origins } from './076-origins.ts';
import { withheldBooks } from './077-withheld-books.ts';
import { kept } from './081-kept.ts';
import { collected } from './087-collected.ts';
import { readingWeeks } from './090-reading-weeks.ts';
import { pace } from './093-pace.ts';
import { levelPolicySwitches } from './096-level-policy-switches.ts';
import { askedFrom } from './098-asked-from.ts';
import { analyticsDeletions } from './100-analytics-deletions.ts';
import { reviewParameters } from './101-review-parameters.ts';
import { accountsInHashOrder } from './109-accounts-in-hash-order.ts';
import { addressIndexes } from './110-address-indexes.ts';
import type { Migration } from './migration.ts';

/** All migrations in the order they are applied; new ones go to the end. */
export const migrations: readonly Migration[] = [
  accounts,
  catalogue,
  contact,
  library,
  analytics,
  mails,
  log,
  identity,
  contactQueue,
  fragmentMerges,
  subscriptionEndings,
  origins,
  withheldBooks,
  collected,
  readingWeeks,
  kept,
  levelPolicySwitches,
  askedFrom,
  analyticsDeletions,
  pace,
  reviewParameters,
  accountsInHashOrder,
  addressIndexes,
];
