import { migrate } from '../../database/migrate.ts';
import { BEGINNING } from '../../event-store/log.ts';
import { logInUse } from '../log-in-use.ts';
import { openLog } from '../stores.ts';
import { changeLogInUse } from './change-log.ts';
import { argumentsOf, type OperatorCommand, refuseArguments, WrongArgument } from './command.ts';
import { withDatabase } from './database.ts';

/**
 * Accepts another log than the one in use, for example one restored under a new id. The operator must give the id, because
 * the configured address may be wrong (decision 10).
 */
export const acceptLog: OperatorCommand = {
  name: 'accept-log',
  usage: '[<id>]',
  summary:
    'Shows the configured log and the one in use; with its id, the configured one is used from now on.',
  run: (args, { configuration, print }) => {
    const [given, ...more] = argumentsOf(args, {}).positionals;
    refuseArguments(more);
    return withDatabase(configuration, async ({ url, pool }) => {
      await migrate(pool);
      const log = await openLog(configuration.eventStoreUrl, url);
      try {
        const [id, head, inUse] = await Promise.all([log.id(), log.head(), logInUse(pool)]);
        if (given !== undefined && given !== id)
          throw new WrongArgument(`'${given}' is not the id of the configured log, which is ${id}`);
        if (id === inUse) return print(`The configured log ${id} is in use.`);
        if (given === undefined) {
          print(`configured  ${id}${head === BEGINNING ? ' (empty)' : ''}`);
          print(`in use      ${inUse ?? 'none yet'}`);
          return print(`To use the configured log from now on: npm run operate -- accept-log ${id}`);
        }
        await changeLogInUse(pool, id);
        print('Commands use this log from now on, within a minute in processes that run already.');
        print('Every read model is rebuilt from it; until then queries return the old rows.');
      } finally {
        await log.close();
      }
    });
  },
};
