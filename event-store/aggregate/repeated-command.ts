import {
  isFull,
  type Log,
  MAX_EVENTS_PER_APPEND,
  type Position,
  type RecordedEvent,
  Unavailable,
} from '../log.ts';
import { CommandIdReused, type DomainEvent, isChange } from './aggregate.ts';
import { type CommandName, sameCommand } from './event-ids.ts';

/** Most commands append at most this many events; the first read asks for no more. */
const USUAL_EVENTS = 2;

/**
 * Events of a command that was executed before.
 * @param revision of its first event
 * @throws CommandIdReused when that was another request; Unavailable
 */
export async function eventsOfRepeated<Event extends DomainEvent>(
  log: Pick<Log, 'readStream'>,
  stream: string,
  command: CommandName & { readonly fingerprint?: string },
  revision: number,
): Promise<{ readonly events: readonly Event[]; readonly position: Position }> {
  const own: RecordedEvent[] = [];
  for (let limit = USUAL_EVENTS + 1; ; limit = MAX_EVENTS_PER_APPEND) {
    const page = await log.readStream(stream, { after: revision - 1 + own.length, limit });
    const end = page.findIndex(({ metadata }) => !sameCommand(metadata, command));
    own.push(...(end === -1 ? page : page.slice(0, end)));
    if (end !== -1 || !isFull(page, limit)) break;
  }
  const last = own.at(-1);
  if (!last) throw new Unavailable(`${stream}@${revision} was there and cannot be read`);
  const stored = last.metadata.fingerprint;
  if (stored !== undefined && command.fingerprint !== undefined && stored !== command.fingerprint)
    throw new CommandIdReused(`command ${command.commandId} was another request`);
  const events = own.filter(isChange).map(({ type, data }) => ({ type, data })) as readonly DomainEvent[];
  return { events: events as readonly Event[], position: last.position };
}
