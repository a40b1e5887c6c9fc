import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { Database } from '../../database/tables.ts';

/**
 * The messages that an account wrote: signed in, or signed out with its address. One that somebody else wrote signed in is
 * theirs, whatever address they gave.
 */
export function messagesOf({ id, email }: { readonly id: string; readonly email: string }) {
  return ({ eb, and, or }: ExpressionBuilder<Database, 'contact_messages'>): Expression<SqlBool> =>
    or([eb('account_id', '=', id), and([eb('account_id', 'is', null), eb('email', '=', email)])]);
}
