import * as z from 'zod/mini';
import { type Refusal, refuse } from '../../domain/refusal.ts';
import { validate } from '../../facade/express/validation.ts';
import { MAX_CLOCK_AHEAD, MAX_CLOCK_BEHIND, MAX_EVENTS, MAX_RECORDED_EVENTS, MAX_TEXT } from './limits.ts';

/** The properties of mixpanel-browser that are stored. All others are dropped, including the addresses of pages. */
const keptProperties: ReadonlySet<string> = new Set([
  ...['path', 'subscribed'],
  ...['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content'],
  ...['$browser', '$browser_version', '$os', '$device', '$screen_height', '$screen_width', '$mp_replay_id'],
]);

const Id = z.string().check(z.regex(/^[\w:-]{1,100}$/, 'must be an id'));
const Device = z.string().check(z.regex(/^[\w:-]{8,100}$/, 'must be an anonymous id'));
const Username = z.string().check(z.minLength(1), z.maxLength(20));
const Properties = z.record(z.string(), z.unknown());

const Events = z.array(
  z.object({
    event: z.string().check(z.minLength(1), z.maxLength(MAX_TEXT)),
    properties: z.looseObject({
      $device_id: Device,
      $insert_id: Id,
      $user_id: z.optional(Username),
      /** Seconds since 1970. */
      time: z.number(),
    }),
  }),
);

const Profiles = z.array(
  z.object({
    $distinct_id: Username,
    $device_id: z.optional(Device),
    $set: z.optional(Properties),
    $set_once: z.optional(Properties),
  }),
);

/** The content of a recorded event is stored without being inspected. */
const RecordedEvents = z
  .array(z.object({ type: z.number(), timestamp: z.number() }))
  .check(z.minLength(1), z.maxLength(MAX_RECORDED_EVENTS));

export interface CollectedEvent {
  readonly device: string;
  readonly insert_id: string;
  readonly username: string | null;
  readonly event: string;
  readonly at: Date;
  /** JSON. */
  readonly properties: string;
}

export interface Profile {
  readonly username: string;
  readonly device: string | null;
  /** Replace existing properties; JSON. */
  readonly set: string;
  /** Do not replace existing properties; JSON. */
  readonly once: string;
}

/**
 * The username to store with data from a browser: the caller's, from the access token, and null without a token. When the
 * browser names another user, for whom it queued the data earlier, the result is null too.
 */
export function ownerOf(said: string | undefined, caller: string | null): string | null {
  return said === undefined || said === caller ? caller : null;
}

/**
 * @param form as mixpanel-browser sends it: `data` is a JSON list, or one item
 * @param caller the username of the token that came with it
 */
export function eventsOf(
  form: string,
  caller: string | null,
  now: number,
): readonly CollectedEvent[] | Refusal {
  const items = listOf(form, Events);
  if ('refused' in items) return items;
  return items.list.map(({ event, properties }) => {
    const at = properties.time * 1_000;
    return {
      device: properties.$device_id,
      insert_id: properties.$insert_id,
      username: ownerOf(properties.$user_id, caller),
      event,
      at: new Date(at > now - MAX_CLOCK_BEHIND && at < now + MAX_CLOCK_AHEAD ? at : now),
      properties: keptPropertiesOf(properties),
    };
  });
}

/** The profiles of the caller; those of other users are dropped. */
export function profilesOf(form: string, caller: string | null): readonly Profile[] | Refusal {
  const items = listOf(form, Profiles);
  if ('refused' in items) return items;
  return items.list.flatMap(({ $distinct_id, $device_id, $set = {}, $set_once = {} }) => {
    const username = ownerOf($distinct_id, caller);
    if (username === null) return [];
    return [
      {
        username,
        device: $device_id ?? null,
        set: keptPropertiesOf($set),
        once: keptPropertiesOf($set_once),
      },
    ];
  });
}

/** Why a part of a recording is refused; undefined when it is valid. */
export function recordingProblem(json: string): Refusal | undefined {
  const recorded = parsed(json);
  if (recorded === undefined) return refuse('body is not valid JSON', { field: 'body' });
  if (RecordedEvents.safeParse(recorded).success) return undefined;
  return refuse(`body must be a list of 1 to ${MAX_RECORDED_EVENTS} events with type and timestamp`, {
    field: 'body',
  });
}

function listOf<T>(form: string, schema: z.ZodMiniType<T[]>): { readonly list: T[] } | Refusal {
  const data = new URLSearchParams(form).get('data');
  const value = data === null ? undefined : parsed(data);
  if (value === undefined) return refuse('data must be JSON', { field: 'data' });
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (list.length > MAX_EVENTS) return refuse(`data is longer than ${MAX_EVENTS}`, { field: 'data' });
  const checked = validate(schema, list, 'data');
  // `validate` has checked the schema.
  return checked.ok ? { list: checked.value as T[] } : asRefusal(checked.bad.failure);
}

const asRefusal = ({ message, errorField }: { message: string; errorField?: string }): Refusal =>
  refuse(message, errorField === undefined ? {} : { field: errorField });

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function keptPropertiesOf(properties: Readonly<Record<string, unknown>>): string {
  const flat: Record<string, string | number | boolean> = {};
  for (const name of keptProperties) {
    const value = properties[name];
    if (typeof value === 'string') flat[name] = truncate(value);
    if (typeof value === 'number' || typeof value === 'boolean') flat[name] = value;
  }
  return JSON.stringify(flat);
}

/** Truncates at a character boundary. Unpaired surrogates are replaced, because the database refuses them. */
function truncate(text: string): string {
  return [...text.slice(0, 2 * MAX_TEXT)].slice(0, MAX_TEXT).join('').toWellFormed();
}
