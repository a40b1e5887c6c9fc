import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import * as z from 'zod/mini';
import type { Database } from '../../database/tables.ts';
import { isRefusal, type Refusal, refuse } from '../../domain/refusal.ts';
import { collectEvents, collectProfiles, collectRecording, withdrawConsent } from '../../facade/collect.ts';
import type { HandlerRequest, Serve } from '../../facade/express/api.ts';
import { bytesBody } from '../../facade/express/body.ts';
import { validate } from '../../facade/express/validation.ts';
import { addressOf, overLimit, type RateLimits } from '../rate-limits.ts';
import { eventsOf, ownerOf, profilesOf, recordingProblem } from './batch.ts';
import { deleteCollected } from './delete-collected.ts';
import { BATCH_BYTES, PART_BYTES, RECORDING_LENGTH, UNCOMPRESSED_PART_BYTES } from './limits.ts';
import { queueDeletion } from './provider.ts';

export interface CollectorDependencies {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly limits: RateLimits;
  /** Withdrawn data is also deleted at the provider. */
  readonly analyticsAtProvider: boolean;
}

const accepted = { status: 1, error: null };

/** Our own analytics collector (decision 48); it accepts the calls of mixpanel-browser. */
export function serveCollector(serve: Serve, dependencies: CollectorDependencies): void {
  const { db } = dependencies;

  serve(collectEvents, async ({ caller, http }) => {
    const form = await bodyOf(dependencies, http, BATCH_BYTES, 'collectFromAddress');
    if (!Buffer.isBuffer(form)) return form ?? accepted;
    const events = eventsOf(form.toString(), caller?.username ?? null, Date.now());
    if (isRefusal(events)) return events;
    if (events.length === 0) return accepted;
    const count = events.length;
    const full = await overLimit(dependencies, http.response, { of: 'collectedByAll', by: [], count });
    if (full) return full;
    await db
      .insertInto('collected_events')
      .values([...events])
      .onConflict(conflict => conflict.columns(['device', 'insert_id']).doNothing())
      .execute();
    return accepted;
  });

  serve(collectProfiles, async ({ caller, http }) => {
    const form = await bodyOf(dependencies, http, BATCH_BYTES, 'collectFromAddress');
    if (!Buffer.isBuffer(form)) return form ?? accepted;
    const profiles = profilesOf(form.toString(), caller?.username ?? null);
    if (isRefusal(profiles)) return profiles;
    await db.transaction().execute(async trx => {
      for (const { username, device, set, once } of profiles)
        await sql`insert into collected_profiles as known (username, device, properties)
                  values (${username}, ${device}, ${once}::jsonb || ${set}::jsonb)
                  on conflict (username) do update set
                    device = coalesce(excluded.device, known.device), changed_at = now(),
                    properties = ${once}::jsonb || known.properties || ${set}::jsonb`.execute(trx);
    });
    return accepted;
  });

  serve(collectRecording, async ({ caller, http }) => {
    const body = await bodyOf(dependencies, http, PART_BYTES, 'recordFromAddress');
    if (!Buffer.isBuffer(body)) return body ?? accepted;
    const part = validate(Part, { ...http.request.query }, 'query');
    if (!part.ok) {
      const { message, errorField } = part.bad.failure;
      return refuse(message, errorField === undefined ? {} : { field: errorField });
    }
    const query = part.value as z.output<typeof Part>;
    const plain = query.format === 'gzip' ? await gunzipped(body) : body;
    if (plain === undefined) return refuse('body is not gzip, or too large', { field: 'body' });
    const unfit = recordingProblem(plain.toString());
    if (unfit) return unfit;
    const events = query.format === 'gzip' ? body : await promisify(gzip)(body);
    const count = Math.ceil(events.length / 1024);
    const full = await overLimit(
      dependencies,
      http.response,
      { of: 'recordedByDevice', by: [query.$device_id], count },
      { of: 'recordedByAll', by: [], count },
    );
    if (full) return full;
    await db
      .insertInto('collected_recordings')
      .values({
        replay: query.replay_id,
        part: query.seq,
        device: query.$device_id,
        username: ownerOf(query.$user_id, caller?.username ?? null),
        path: new URL(query.$current_url).pathname.slice(0, 255),
        events,
      })
      .onConflict(conflict => conflict.columns(['device', 'replay', 'part']).doNothing())
      .execute();
    return accepted;
  });

  serve(withdrawConsent, async ({ body: { devices, only }, caller, http: { request, response } }) => {
    const by = [addressOf(request)];
    const wait = await overLimit(dependencies, response, { of: 'withdrawFromAddress', by });
    if (wait) return wait;
    const whose = { devices, username: caller?.username ?? null };
    const deleted = await db.transaction().execute(async trx => {
      // The provider can only delete everything of an id, recordings included.
      if (dependencies.analyticsAtProvider) await queueDeletion(trx, whose);
      return deleteCollected(trx, whose, only === 'recordings' ? ['collected_recordings'] : undefined);
    });
    return { deleted };
  });
}

/** The query parameters of a part that are used; mixpanel-browser sends more. */
const integerUpTo = (maximum: number) =>
  z.pipe(
    z
      .string()
      .check(z.refine(text => /^\d{1,9}$/.test(text) && Number(text) <= maximum, `must be 0 to ${maximum}`)),
    z.transform(Number),
  );
const Part = z.object({
  replay_id: z.string().check(z.regex(/^[\w-]{8,100}$/, 'must be an id')),
  // A part every ten seconds.
  seq: integerUpTo(RECORDING_LENGTH / 10_000),
  replay_length_ms: integerUpTo(RECORDING_LENGTH),
  format: z.enum(['gzip', 'body']),
  $device_id: z.string().check(z.regex(/^[\w:-]{8,100}$/, 'must be an anonymous id')),
  $user_id: z.optional(z.string().check(z.minLength(1), z.maxLength(20))),
  $current_url: z.string().check(z.refine(text => URL.canParse(text), 'must be an address')),
});

/** @returns the body as it was sent; undefined when nothing may be stored (the browser asks not to be tracked) */
async function bodyOf(
  dependencies: CollectorDependencies,
  { request, response }: HandlerRequest<typeof collectEvents>['http'],
  limit: number,
  of: 'collectFromAddress' | 'recordFromAddress',
): Promise<Buffer | Refusal | undefined> {
  // A beacon sends a form as plain text.
  const body = await bytesBody(request, response, limit);
  if (body === undefined)
    return refuse(`body cannot be read, or is larger than ${limit} bytes`, { field: 'body' });
  if (request.get('Sec-GPC') === '1') return undefined;
  return (await overLimit(dependencies, response, { of, by: [addressOf(request)] })) ?? body;
}

/** Undefined when it is not gzip, or too large. */
function gunzipped(body: Buffer): Promise<Buffer | undefined> {
  return promisify(gunzip)(body, { maxOutputLength: UNCOMPRESSED_PART_BYTES }).catch(() => undefined);
}
