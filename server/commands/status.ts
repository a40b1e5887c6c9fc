import { failureOf, type ProjectionStatus } from '../../projections/runner/control.ts';
import { argumentsOf, type OperatorCommand, refuseArguments } from './command.ts';
import { withDatabase } from './database.ts';
import { duration } from './progress.ts';
import { knownStatuses } from './projections.ts';
import { table } from './table.ts';

const figures = new Set(['version', 'build', 'events', 'of', 'per second', 'remaining']);

/** A row per build: the live one of each projection, and one that is being built beside it. */
export const status: OperatorCommand = {
  name: 'status',
  usage: '',
  summary: 'Shows every projection: its state, how far it is, and why it stopped.',
  async run(args, { configuration, print }) {
    refuseArguments(argumentsOf(args, {}).positionals);
    await withDatabase(configuration, async ({ pool }) => {
      const statuses = await knownStatuses(pool);
      const headings = ['projection', 'stage', 'state', ...figures, 'reason'];
      print(table(headings, statuses.map(cells), figures));
    });
  },
};

function cells(build: ProjectionStatus): readonly string[] {
  const rebuilding = build.stage === 'building';
  return [
    build.projection,
    build.stage,
    build.status,
    String(build.version),
    String(build.build),
    String(build.eventsDone),
    rebuilding && build.eventsTotal !== null ? String(build.eventsTotal) : '',
    rebuilding && build.rate !== null ? String(Math.round(build.rate)) : '',
    rebuilding && build.remainingSeconds !== null ? duration(build.remainingSeconds) : '',
    failureOf(build, 'operator'),
  ];
}
