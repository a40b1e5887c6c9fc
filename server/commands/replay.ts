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

/** Milliseconds between two looks at how far it is. */
const LOOK = 250;
/** Milliseconds after which a replay that nobody took up is worth a word. */
const UNATTENDED = 10_000;

/** Builds read models anew beside the live ones and watches until they have been swapped in. */
export const replay: OperatorCommand = {
  name: 'replay',
  usage: '<projection>|all',
  summary: 'Rebuilds a read model from the log and shows how far it is; queries notice nothing.',
  run: (args, { configuration, say, progress, signal }) =>
    withDatabase(configuration, async ({ pool, alone }) => {
      const before = await knownStatuses(pool);
      const names = projectionsNamed(argumentsOf(args, {}).positionals, before);
      const paused = names.filter(name => before.some(is(name, 'Paused')));
      if (paused.length > 0)
        throw new Error(`paused, nothing is rebuilt until it is resumed: ${paused.join(', ')}`);
      const newest = new Map(
        names.map(name => [name, Math.max(...before.filter(is(name)).map(({ build }) => build))]),
      );
      await requestReplay(pool, names);
      if (alone) return say('noted; the app rebuilds it when it is started');

      const began = performance.now();
      let attended = false;
      while (!signal.aborted) {
        const pending = await pendingReplays(pool, names);
        const statuses = await projectionStatuses(pool);
        const fresh = statuses.filter(
          ({ projection, build }) => build > (newest.get(projection) ?? Infinity),
        );
        const failed = fresh.find(({ status }) => status === 'Failed');
        if (failed) throw new Error(`${failed.projection} stopped: ${failureOf(failed, 'operator')}`);
        const swapped = fresh.filter(({ stage }) => stage === 'live');
        progress.show(progressOf(names.length, swapped.length, fresh));
        if (swapped.length === names.length) {
          progress.end();
          return say(`rebuilt in ${duration((performance.now() - began) / 1000)}: ${names.join(', ')}`);
        }
        const cancelled = names.filter(
          name => !pending.includes(name) && !swapped.some(({ projection }) => projection === name),
        );
        if (cancelled.length > 0) throw new Error(`the rebuild was cancelled: ${cancelled.join(', ')}`);
        if (!attended && fresh.length === 0 && performance.now() - began > UNATTENDED) {
          attended = true;
          say('nobody has begun yet: does a process with the role projections run?');
        }
        await wait(LOOK, undefined, { signal }).catch(() => {});
      }
      progress.end();
      say(
        'the rebuild goes on without you; operate -- status shows how far it is, operate -- cancel ends it',
      );
    }),
};

function is(name: string, wanted?: ProjectionStatus['status']) {
  return ({ projection, status }: ProjectionStatus) =>
    projection === name && (wanted === undefined || status === wanted);
}

/** Events of all builds together. A build that has not noted its total yet counts as not begun. */
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
