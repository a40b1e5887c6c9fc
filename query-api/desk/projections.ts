import type { ReplyOf } from '../../facade/endpoint.ts';
import type { Serve } from '../../facade/express/api.ts';
import { previewRebuild, projections } from '../../facade/projections.ts';
import type { ProjectionStatus, ReplayPreview } from '../../projections/runner/control.ts';

/** Reports of the runner on its projections; the server provides them. */
export interface ProjectionReports {
  readonly statuses: () => Promise<readonly ProjectionStatus[]>;
  /** Those of these projections with a requested rebuild that is neither swapped in nor cancelled. */
  readonly pending: (projections: readonly string[]) => Promise<readonly string[]>;
  readonly preview: (projections: readonly string[]) => Promise<readonly ReplayPreview[]>;
  /** The projections that the rebuild for all users rebuilds. */
  readonly vocabularyModels: readonly string[];
}

/** Seconds without a heartbeat of the runner after which a projection counts as not running. */
const MAX_SILENCE = 10;

/** The projections as staff see them. Never cached, because they change every second. */
export function serveProjections(serve: Serve, reports: ProjectionReports): void {
  serve(projections, async ({ caller }) => {
    const isAdmin = caller.roles.includes('admin');
    const statuses = await reports.statuses();
    const live = statuses.filter(({ stage }) => stage === 'live');
    // Before the first process with projections there are none, and no table of requests.
    const pending = new Set(
      live.length === 0 ? [] : await reports.pending(live.map(({ projection }) => projection)),
    );
    const events = Math.max(0, ...live.map(({ eventsDone }) => eventsDone));
    return {
      events,
      projections: live.map(status => {
        const building = statuses.find(
          ({ projection, stage }) => projection === status.projection && stage === 'building',
        );
        return {
          name: status.projection,
          version: status.version,
          state: status.status,
          running: isRunning(status),
          done: status.eventsDone,
          behind: events - status.eventsDone,
          failure: failureOf(building?.status === 'Failed' ? building : status, isAdmin),
          rebuild: rebuildOf(status, building, pending.has(status.projection)),
        };
      }),
    };
  });

  serve(previewRebuild, async () => {
    const live = (await reports.statuses()).filter(({ stage }) => stage === 'live');
    const found = live.length === 0 ? [] : await reports.preview(live.map(({ projection }) => projection));
    return {
      projections: found.map(({ projection, events, seconds }) => ({ name: projection, events, seconds })),
      allUsers: [...reports.vocabularyModels],
    };
  });
}

function isRunning({ status, silentSeconds }: ProjectionStatus): boolean {
  return status !== 'Paused' && status !== 'Failed' && silentSeconds !== null && silentSeconds < MAX_SILENCE;
}

type Reported = ReplyOf<typeof projections>['projections'][number];

function failureOf({ error, failedEvent }: ProjectionStatus, isAdmin: boolean): Reported['failure'] {
  if (error === null) return null;
  return {
    reason: isAdmin ? error : null,
    event: failedEvent && {
      type: failedEvent.type,
      stream: failedEvent.stream,
      revision: failedEvent.revision,
    },
  };
}

function rebuildOf(
  live: ProjectionStatus,
  building: ProjectionStatus | undefined,
  requested: boolean,
): Reported['rebuild'] {
  if (!building && !requested) return null;
  return {
    version: building?.version ?? live.version,
    state: building?.status ?? 'waiting',
    done: building?.eventsDone ?? 0,
    total: building?.eventsTotal ?? null,
    rate: building?.rate ?? null,
    remainingSeconds: building?.remainingSeconds ?? null,
    cancellable: requested && (building === undefined || building.version === live.version),
  };
}
