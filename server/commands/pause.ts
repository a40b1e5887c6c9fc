import { pause as pauseProjections, resume as resumeProjections } from '../../projections/runner/control.ts';
import { argumentsOf, type OperatorCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { knownStatuses, projectionsNamed } from './projections.ts';

export const pause: OperatorCommand = {
  name: 'pause',
  usage: '<projection>|all',
  summary: 'Stops a projection after the current batch; queries continue with the existing rows.',
  run: (args, { configuration, print }) =>
    withDatabase(configuration, async ({ pool }) => {
      const names = projectionsNamed(argumentsOf(args, {}).positionals, await knownStatuses(pool));
      await pauseProjections(pool, names);
      print(`paused: ${names.join(', ')}`);
    }),
};

export const resume: OperatorCommand = {
  name: 'resume',
  usage: '<projection>|all',
  summary: 'Resumes a paused projection; retries a failed one.',
  run: (args, { configuration, print }) =>
    withDatabase(configuration, async ({ pool }) => {
      const names = projectionsNamed(argumentsOf(args, {}).positionals, await knownStatuses(pool));
      await resumeProjections(pool, names);
      print(`resumed: ${names.join(', ')}`);
    }),
};
