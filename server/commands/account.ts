import {
  deleteAccountById,
  deleteAgain,
} from '../../command-api/identity/account-deletion/delete-account.ts';
import { deletedAccountsFile } from '../../command-api/identity/account-deletion/deleted-accounts-file.ts';
import { accountByCredential, lockAccount } from '../../command-api/identity/accounts/accounts.ts';
import { endSessions } from '../../command-api/identity/sessions/sessions.ts';
import { connect } from '../../database/connect.ts';
import { roles } from '../../domain/account/roles.ts';
import { allDeletionSteps } from '../account-deletion.ts';
import { argumentsOf, type OperatorCommand, WrongArgument } from './command.ts';
import { withDatabase } from './database.ts';

/** Makes an existing account an admin, an employee or an ordinary user. */
export const grantRole: OperatorCommand = {
  name: 'grant-role',
  usage: '<username or email> --role <user|employee|admin>',
  summary: 'Gives an account a role (user takes the others away) and signs it out, so that it holds at once.',
  async run(args, { configuration, print }) {
    const { values, positionals } = argumentsOf(args, { role: { type: 'string' } });
    const { role } = values;
    const [credential, ...more] = positionals;
    if (credential === undefined || more.length > 0)
      throw new WrongArgument('one username or email is needed');
    if (!roles.some(known => known === role))
      throw new WrongArgument('--role must be user, employee or admin');
    const held = role === 'user' ? ['user'] : ['user', role ?? ''];
    await withDatabase(configuration, async ({ url }) => {
      const { db, close } = connect(url);
      try {
        const account = await accountByCredential(db, credential);
        if (!account)
          throw new WrongArgument(`'${credential}': no such account; it must have signed up and be verified`);
        await db.transaction().execute(async trx => {
          await lockAccount(trx, account.id);
          await trx.updateTable('accounts').set({ roles: held }).where('id', '=', account.id).execute();
          await endSessions(trx, account.id);
        });
        print(`${account.username ?? account.email} has the roles ${held.join(', ')} now, and logs in again`);
      } finally {
        await close();
      }
    });
  },
};

/** Deletes an account as its owner would, or repeats all deletions after a restore. */
export const deleteAccount: OperatorCommand = {
  name: 'delete-account',
  usage: '<username or email> | --again',
  summary:
    'Deletes an account and everything personal at once; --again repeats all deletions after a restore.',
  async run(args, { configuration, print }) {
    const { values, positionals } = argumentsOf(args, { again: { type: 'boolean' } });
    const [credential, ...more] = positionals;
    if ((credential === undefined) !== (values.again === true) || more.length > 0)
      throw new WrongArgument('one username or email is needed, or --again');
    const file = deletedAccountsFile(configuration.deletedAccountsFile);
    const steps = allDeletionSteps({ analyticsAtProvider: configuration.analytics !== undefined });
    await withDatabase(configuration, async ({ url }) => {
      const { db, close } = connect(url);
      try {
        if (credential === undefined) {
          const again = await deleteAgain({ steps }, db, await file.all());
          return print(`${again} accounts deleted again`);
        }
        const account = await accountByCredential(db, credential);
        if (!account) throw new WrongArgument(`'${credential}': no such account`);
        await deleteAccountById({ steps, remember: file.remember }, db, account.id);
        print(`${account.id} is deleted`);
      } finally {
        await close();
      }
    });
  },
};
