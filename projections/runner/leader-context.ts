import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import type { Log } from '../../event-store/log.ts';
import type { Projection } from '../projection.ts';
import type { FoldMemory } from './fold-memory.ts';
import type { Feed } from './reading/feed.ts';
import type { Session } from './session.ts';

/** Dependencies of a projection's leader. */
export interface LeaderContext {
  /** The session that has the projection's lock. */
  readonly session: Session;
  readonly databaseUrl: string;
  readonly projection: Projection;
  readonly log: Log;
  readonly logId: string;
  readonly feed: Feed;
  /** Shared by all projections of the process. */
  readonly memory: FoldMemory;
  /** Notified of new events and of operators' requests. */
  readonly changes: ChangeSignal;
  /** Whether there are operator requests that the leader has not read yet. */
  readonly controlChanged: () => boolean;
  /** To be called before the leader reads operator requests. */
  readonly acknowledgeControl: () => void;
  /** Receives messages for the operator. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}
