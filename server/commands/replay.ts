import { setTimeout as wait } from 'node:timers/promises';
import {
  failureOf,
  type ProjectionStatus,
  pendingReplays,
  projectionStatuses,
  requestReplay,
} from '../../projections/runner/control.ts';
import { argumentsOf, type OperatorCommand } from './command.ts';
import { withDatabase } from './database.ts';
import { bar, duration } from './progress.ts';
import { knownStatuses, projectionsNamed } from './projections.ts';

/** Milliseconds between two polls of the progress. */
const POLL_INTERVAL = 250;
/** Milliseconds after which the operator is warned that no process has started the replay. */
const NOT_STARTED_WARNING = 10_000;

/** Rebuilds read models beside the live ones and waits until they have been swapped in. */
export const replay: OperatorCommand = {
  name: 'replay',
  usage: '<projection>|all',
  summary: 'Rebuilds a read model from the log and shows the progress; queries are not affected.',
  run: (args, { configuration, print, progress, signal }) =>
    withDatabase(configuration, async ({ pool, isAppStopped }) => {
      const before = await knownStatuses(pool);
      const names = projectionsNamed(argumentsOf(args, {}).positionals, before);
      const paused = names.filter(name => before.some(hasStatus(name, 'Paused')));
      if (paused.length > 0)
        throw new Error(`paused, nothing is rebuilt until it is resumed: ${paused.join(', ')}`);
      const lastBuilds = new Map(
        names.map(name => [name, Math.max(...before.filter(hasStatus(name)).map(({ build }) => build))]),
      );
      await requestReplay(pool, names);
      if (isAppStopped) return print('noted; the app rebuilds it when it is started');

      const began = performance.now();
      let hasWarned = false;
      while (!signal.aborted) {
        const pending = await pendingReplays(pool, names);
        const statuses = await projectionStatuses(pool);
        const newBuilds = statuses.filter(
          ({ projection, build }) => build > (lastBuilds.get(projection) ?? Infinity),
        );
        const failed = newBuilds.find(({ status }) => status === 'Failed');
        if (failed) throw new Error(`${failed.projection} stopped: ${failureOf(failed, 'operator')}`);
        const swapped = newBuilds.filter(({ stage }) => stage === 'live');
        progress.show(progressOf(names.length, swapped.length, newBuilds));
        if (swapped.length === names.length) {
          progress.end();
          return print(`rebuilt in ${duration((performance.now() - began) / 1000)}: ${names.join(', ')}`);
        }
        const cancelled = names.filter(
          name => !pending.includes(name) && !swapped.some(({ projection }) => projection === name),
        );
        if (cancelled.length > 0) throw new Error(`the rebuild was cancelled: ${cancelled.join(', ')}`);
        if (!hasWarned && newBuilds.length === 0 && performance.now() - began > NOT_STARTED_WARNING) {
          hasWarned = true;
          print('nobody has begun yet: does a process with the role projections run?');
        }
        await wait(POLL_INTERVAL, undefined, { signal }).catch(() => {});
      }
      progress.end();
      print(
        'the rebuild goes on without you; operate -- status shows how far it is, operate -- cancel ends it',
      );
    }),
};

function hasStatus(name: string, wanted?: ProjectionStatus['status']) {
  return ({ projection, status }: ProjectionStatus) =>
    projection === name && (wanted === undefined || status === wanted);
}

/** Progress of all builds together. A build that has no total yet counts as not begun. */
function progressOf(wanted: number, swapped: number, fresh: readonly ProjectionStatus[]): string {
  const building = fresh.filter(({ stage }) => stage === 'building');
  const sum = (of: (build: ProjectionStatus) => number | null) =>
    building.reduce((total, build) => total + (of(build) ?? 0), 0);
  const total = sum(({ eventsTotal }) => eventsTotal);
  const share = total > 0 ? Math.min(1, sum(({ eventsDone }) => eventsDone) / total) : 0;
  const done = swapped + share * building.length;
  const rate = Math.round(sum(({ rate }) => rate));
  const remaining = Math.max(0, ...building.map(({ remainingSeconds }) => remainingSeconds ?? 0));
  return [
    bar(done, wanted),
    `${swapped} of ${wanted} swapped`,
    ...(rate > 0 ? [`${rate} events/s`, `${duration(remaining)} left`] : []),
  ].join('  ');
}
