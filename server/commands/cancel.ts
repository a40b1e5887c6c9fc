import { cancelReplay } from '../../projections/runner/control.ts';
import { argumentsOf, type OperatorCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { knownStatuses, projectionsNamed } from './projections.ts';

export const cancel: OperatorCommand = {
  name: 'cancel',
  usage: '<projection>|all',
  summary: 'Cancels a requested rebuild and removes its tables; queries are not affected.',
  run: (args, { configuration, print }) =>
    withDatabase(configuration, async ({ pool }) => {
      const names = projectionsNamed(argumentsOf(args, {}).positionals, await knownStatuses(pool));
      const cancelled = await cancelReplay(pool, names);
      const others = names.filter(name => !cancelled.includes(name));
      if (cancelled.length > 0) print(`cancelled: ${cancelled.join(', ')}`);
      if (others.length > 0) print(`no rebuild that can be cancelled: ${others.join(', ')}`);
    }),
};
