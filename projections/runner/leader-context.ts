import type { ChangeSignal } from '../../concurrency/change-signal.ts';
import type { Log } from '../../event-store/log.ts';
import type { Projection } from '../projection.ts';
import type { FoldMemory } from './fold-memory.ts';
import type { Feed } from './reading/feed.ts';
import type { Session } from './session.ts';

/** What the leader of a projection works with. */
export interface LeaderContext {
  /** Holds the projection's lock. */
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
  /** Whether operators have requested something that the leader has not read yet. */
  readonly controlChanged: () => boolean;
  /** To be called before the leader reads what operators request. */
  readonly acknowledgeControl: () => void;
  /** Takes a line for the operator. */
  readonly report: (line: string) => void;
  readonly signal: AbortSignal;
}
