/**
 * A log position as clients store it: `{log}:{position}`. The first part identifies the log, so that a query does not wait
 * for a position of another log (after a move).
 */
export interface LogPosition {
  /** First eight hex digits of the log's id. */
  readonly log: string;
  /** Positions of one log compare as plain strings. */
  readonly position: string;
}

const pattern = /^([0-9a-f]{8}):([0-9.]{1,50})$/;

/** @param logId a UUID */
export const shortLogId = (logId: string) => logId.slice(0, 8).toLowerCase();

export function parseLogPosition(text: string): LogPosition | undefined {
  const [, log, position] = pattern.exec(text) ?? [];
  return log === undefined || position === undefined ? undefined : { log, position };
}

export const formatLogPosition = ({ log, position }: LogPosition) => `${log}:${position}`;
