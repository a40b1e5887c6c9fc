import { refuse } from '../../domain/refusal.ts';
import type { Serve } from '../../facade/express/api.ts';
import { cancelReinitialization, controlProjection, type projectionActs } from '../../facade/projections.ts';
import { vocabularyModels } from '../vocabulary/reset.ts';

type Names = readonly string[];

/** What an operator can ask of the runner; resolves when the request is stored. */
export interface ProjectionControl {
  /** Names of all projections that have a build. */
  readonly known: () => Promise<Names>;
  readonly rebuild: (projections: Names) => Promise<void>;
  /** @returns those whose rebuild was cancelled */
  readonly cancel: (projections: Names) => Promise<Names>;
  readonly pause: (projections: Names) => Promise<void>;
  readonly resume: (projections: Names) => Promise<void>;
}

const nothingToCancel = refuse('nothing to cancel', {
  because: 'conflict',
  verbose: 'No rebuild that can be cancelled is under way: it has ended, or the running version needs it.',
});

/** The admin's commands on projections. They only start and stop the runner's work; events and results of queries stay. */
export function serveProjectionControl(serve: Serve, control: ProjectionControl): void {
  serve(controlProjection, async ({ body: { projection, act } }) => {
    if (!(await control.known()).includes(projection))
      return refuse('unknown projection', {
        field: 'projection',
        because: 'missing',
        verbose: `There is no projection ${projection}.`,
      });
    if (act === 'cancel' && (await control.cancel([projection])).length === 0) return nothingToCancel;
    if (act !== 'cancel') await control[act]([projection]);
    return { message: done[act](projection), isError: false };
  });

  serve(cancelReinitialization, async () => {
    const cancelled = await control.cancel(vocabularyModels);
    if (cancelled.length === 0) return nothingToCancel;
    return { message: `Cancelled the rebuild of ${cancelled.join(', ')}`, isError: false };
  });
}

const done: Readonly<Record<(typeof projectionActs)[number], (projection: string) => string>> = {
  rebuild: projection => `${projection} is being rebuilt`,
  cancel: projection => `The rebuild of ${projection} was cancelled`,
  pause: projection => `${projection} was paused`,
  resume: projection => `${projection} was resumed`,
};
