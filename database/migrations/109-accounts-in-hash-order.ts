import type { Migration } from './migration.ts';

/** The preview of a level policy reads accounts page by page in the order of a hash; each page sorted all accounts before. */
export const accountsInHashOrder: Migration = {
  name: '109-accounts-in-hash-order',
  sql: `
create index accounts_in_hash_order on accounts (md5(id));
`,
};
