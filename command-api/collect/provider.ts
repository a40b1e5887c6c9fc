import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database/tables.ts';

/** A person in the analytics data: anonymous ids of browsers, and a username. */
export interface AnalyticsSubject {
  readonly devices: readonly string[];
  readonly username: string | null;
}

/** Deletes at the analytics provider (Mixpanel's data deletion API). */
export interface ProviderDeletion {
  /** Where deletions are asked for. */
  readonly url: string;
  /** The project whose data it is; browsers know it. */
  readonly projectToken: string;
  /** Authorizes deletions; secret. */
  readonly secretToken: string;
}

/** Ids in one request; the provider takes 2,000. */
const MAX_IDS = 1_000;
/** Milliseconds. */
const TIMEOUT = 30_000;

/** Queues the deletion of a person's data at the provider, under the ids that mixpanel-browser uses. */
export async function queueDeletion(
  db: Kysely<Database>,
  { devices, username }: AnalyticsSubject,
): Promise<void> {
  // One statement must not upsert a row twice.
  const browsers = [...new Set(devices)].map(device => `$device:${device}`);
  const ids = [...browsers, ...(username === null ? [] : [username])];
  if (ids.length === 0) return;
  await db
    .insertInto('analytics_deletions')
    .values(ids.map(distinct_id => ({ distinct_id })))
    .onConflict(conflict => conflict.column('distinct_id').doUpdateSet({ asked_at: sql`now()` }))
    .execute();
}

/**
 * Requests all queued deletions from the provider. An id stays queued until the provider has accepted the request, so that
 * failures are retried.
 * @returns lines for the operator, without ids
 */
export async function deleteAtProvider(
  db: Kysely<Database>,
  { url, projectToken, secretToken }: ProviderDeletion,
): Promise<readonly string[]> {
  const lines: string[] = [];
  for (;;) {
    const queued = await db
      .selectFrom('analytics_deletions')
      // As text: a Date has no microseconds.
      .select(['distinct_id', sql<string>`asked_at::text`.as('asked_at')])
      .orderBy('analytics_deletions.asked_at')
      .limit(MAX_IDS)
      .execute();
    const newest = queued.at(-1)?.asked_at;
    if (newest === undefined) return lines;
    const ids = queued.map(({ distinct_id }) => distinct_id);
    const address = new URL(url);
    address.searchParams.set('token', projectToken);
    const outcome = await fetch(address, {
      method: 'POST',
      headers: { Authorization: `Bearer ${secretToken}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ distinct_ids: ids, compliance_type: 'GDPR' }),
      signal: AbortSignal.timeout(TIMEOUT),
    }).then(
      async reply => {
        await reply.body?.cancel();
        return reply.ok ? undefined : `status ${reply.status}`;
      },
      (error: unknown) => (error instanceof Error ? error.name : 'no reply'),
    );
    if (outcome !== undefined)
      return [...lines, `${ids.length} ids are not deleted at the analytics provider yet: ${outcome}`];
    // Deletions requested again meanwhile stay queued.
    await db
      .deleteFrom('analytics_deletions')
      .where('distinct_id', 'in', ids)
      .where(sql<boolean>`asked_at <= ${newest}::timestamptz`)
      .execute();
    lines.push(`${ids.length} ids deleted at the analytics provider`);
  }
}
