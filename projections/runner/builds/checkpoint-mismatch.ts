import { BEGINNING, type Log } from '../../../event-store/log.ts';
import type { Build } from './builds.ts';

/**
 * Why a build's checkpoint does not belong to this log, as a sentence for the operator; undefined when it does. Its rows
 * come from another log, from events beyond this log's head (a restored backup), or from a history that was replaced.
 */
export async function checkpointMismatch(log: Log, logId: string, build: Build): Promise<string | undefined> {
  if (build.position === BEGINNING) return undefined;
  if (build.logId !== null && build.logId !== logId)
    return `the read model was built from another log (${build.logId}, not ${logId}); request a replay to rebuild it`;
  if ((await log.head()) < build.position)
    return 'the checkpoint is beyond the head of the log (was a backup restored?); request a replay to rebuild it';
  if (!build.lastEvent) return undefined;
  const { id, stream, revision } = build.lastEvent;
  const [event] = await log.readStream(stream, { after: revision - 1, limit: 1 });
  if (event?.id !== id)
    return `the log holds another event than ${id} at ${stream}@${revision}: its past was replaced; request a replay to rebuild it`;
  return undefined;
}
