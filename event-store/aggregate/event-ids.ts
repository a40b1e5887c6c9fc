import { createHash } from 'node:crypto';

/** Who asked for what: the pair that names a command. */
export interface CommandName {
  readonly commandId: string;
  /** An account id, or `system`. Part of the name, so that one caller's command id never collides with another's. */
  readonly actor: string;
}

/**
 * The id of the event at `index` of a command: a UUID (version 8) made of a hash, the same whenever the command is
 * sent again. The id of index 0 names the command within its stream.
 */
export function eventId(stream: string, { actor, commandId }: CommandName, index: number): string {
  return uuidOf([stream, actor, commandId, index]);
}

/** A UUID (version 8) made of a hash: the same for the same value. @param value what JSON can write */
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
