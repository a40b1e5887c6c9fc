import type { AccountTables } from './accounts.ts';
import type { CatalogueTables } from './catalogue.ts';

/** Every plain table, as Kysely types them. */
export type Database = AccountTables & CatalogueTables;
