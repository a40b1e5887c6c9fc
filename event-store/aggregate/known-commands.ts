/** Repeated commands are recognised among at least this many last commands of a stream. */
const KEPT = 2_000;

/** The commands of a stream, by the id (a UUID) of the first event of each. */
export interface KnownCommands {
  /** Revision of the command's first event; undefined for an unknown command. */
  revisionOf(firstEvent: string): number | undefined;
  keep(firstEvent: string, revision: number): void;
  /** The last 2,000, oldest first, one line of about 22 characters each. */
  serialized(): string;
}

/**
 * @param older a result of `serialized`. It is searched as text, because parsing 2,000 lines would slow down the first
 * command on a stream that was not in memory.
 */
export function knownCommands(older = ''): KnownCommands {
  let text = older;
  const recent = new Map<string, number>();
  return {
    revisionOf(firstEvent) {
      const key = shortened(firstEvent);
      const revision = recent.get(key);
      if (revision !== undefined) return revision;
      const at = text.indexOf(key);
      if (at === -1) return undefined;
      return Number.parseInt(text.slice(at + key.length + 1, text.indexOf('\n', at)), 36);
    },
    keep(firstEvent, revision) {
      recent.set(shortened(firstEvent), revision);
      if (recent.size <= KEPT) return;
      text = '';
      for (const oldest of recent.keys()) {
        recent.delete(oldest);
        return;
      }
    },
    serialized() {
      const lines = [...recent].map(([key, revision]) => `${key} ${revision.toString(36)}\n`);
      const left = KEPT - lines.length;
      const before = left > 0 ? text.split('\n').slice(0, -1).slice(-left) : [];
      return before.map(line => `${line}\n`).join('') + lines.join('');
    },
  };
}

/** 96 bits of a hashed UUID: enough to distinguish a stream's commands, in less than half the characters. */
function shortened(uuid: string): string {
  return Buffer.from(uuid.replaceAll('-', '').slice(0, 24), 'hex').toString('base64url');
}
