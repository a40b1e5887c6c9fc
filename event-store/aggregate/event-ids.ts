import { createHash } from 'node:crypto';

/** The pair that identifies a command. */
export interface CommandName {
  readonly commandId: string;
  /** An account id, or `system`, so that command ids of different callers never collide. */
  readonly actor: string;
}

/**
 * The id of a command's event at `index`: a UUID (version 8) made from a hash, the same each time the command is sent.
 * The id at index 0 identifies the command within its stream.
 */
export function eventId(stream: string, { actor, commandId }: CommandName, index: number): string {
  return uuidOf([stream, actor, commandId, index]);
}

/** A UUID (version 8) made from a hash: equal for equal values. @param value plain JSON */
export function uuidOf(value: unknown): string {
  const bytes = createHash('sha256').update(JSON.stringify(value)).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export function sameCommand(a: CommandName, b: CommandName): boolean {
  return a.commandId === b.commandId && a.actor === b.actor;
}
