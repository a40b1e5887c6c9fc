import { createAnalyst, isAnalystName, removeAnalyst, roleOf } from '../../projections/analytics/analyst.ts';
import { argumentsOf, type OperatorCommand, refuseArguments, WrongArgument } from './command.ts';
import { withDatabase } from './database.ts';

/** Gives an analyst read-only access to schema analytics, or takes it away. */
export const analyst: OperatorCommand = {
  name: 'analyst',
  usage: '--name <name> [--remove]',
  summary: 'Makes a role that may read schema analytics and nothing else; prints its address once.',
  async run(args, { configuration, print }) {
    const { values, positionals } = argumentsOf(args, {
      name: { type: 'string' },
      remove: { type: 'boolean' },
    });
    refuseArguments(positionals);
    const { name, remove } = values;
    if (name === undefined) throw new WrongArgument('--name is missing');
    if (!isAnalystName(name))
      throw new WrongArgument(
        `--name '${name}' must begin with a lowercase letter and hold lowercase letters, digits and _ only, 40 at most`,
      );
    await withDatabase(configuration, async ({ url, pool }) => {
      if (remove) {
        if (!(await removeAnalyst(pool, name))) throw new WrongArgument(`--name '${name}': no such analyst`);
        return print(`removed ${roleOf(name)}`);
      }
      const password = await createAnalyst(pool, name);
      if (password === undefined)
        throw new WrongArgument(`--name '${name}': there is such an analyst already; --remove takes it away`);
      const address = new URL(url);
      address.username = roleOf(name);
      address.password = password;
      print(address.href);
      print('This is shown once and not stored.');
    });
  },
};
