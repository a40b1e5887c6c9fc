import type { projections } from './projections.ts';
import type { ReadModel, RowOf } from './read-model/read-model.ts';

/** Row types of the views in schema `read_models` for Kysely, derived from the read models' declarations. */

type EachOf<Model> =
  Model extends ReadModel<infer Name, infer Tables>
    ? {
        [View in keyof Tables & string]: { name: Name; view: View; row: RowOf<Tables[View]> };
      }[keyof Tables & string]
    : never;
type Each = EachOf<(typeof projections)[number]>;

export interface CheckpointRow {
  readonly projection: string;
  readonly position: string;
  readonly log_id: string | null;
  /** False while no process moves the checkpoint: it is paused, failed, has no leader, or its log was moved. */
  readonly running: boolean;
  readonly status: 'New' | 'Booting' | 'Active' | 'Paused' | 'Failed';
  /** False until the first build has reached the head of the log: the rows are incomplete. */
  readonly built: boolean;
}

export type ReadModels = { [One in Each as `read_models.${One['view']}`]: One['row'] } & {
  'read_models.checkpoints': CheckpointRow;
};

/** The views of each projection, by its name. */
export type ViewsOf = { [One in Each as One['name']]: Extract<Each, { name: One['name'] }>['view'] };
