import fc from 'fast-check';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openPool } from '../database/pool.ts';
import { testDatabase } from '../tooling/testing/database.ts';
import type { Projection } from './projection.ts';
import { projections } from './projections.ts';
import { applyBatch } from './runner/builds/batch.ts';
import { loadBuilds, prepareReadModels } from './runner/builds/builds.ts';
import { physicalTable } from './runner/builds/tables.ts';
import { openSession, type Session } from './runner/session.ts';
import { randomLog } from './testing/random-log.ts';
import { type Batches, cut, emptyReadModels, recorded, shownRows } from './testing/rows.ts';

let database: Awaited<ReturnType<typeof emptyReadModels>>;
let drop: () => Promise<void>;
let pool: pg.Pool;
let session: Session;

beforeAll(async () => {
  database = await emptyReadModels(projections);
  const { url, drop: dropping } = await testDatabase({ keep: true });
  drop = dropping;
  pool = openPool({ connectionString: url, max: 1, options: '-c timezone=UTC' });
  await prepareReadModels(pool, projections);
  session = await openSession(url, 'spec');
  // It waits while the other test runs.
  await session.client.query('set idle_session_timeout = 0');
});
afterAll(async () => {
  await database.close();
  await session.close();
  await pool.end();
  await drop();
});

const sizes = fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 10 });

test('a log gives the same rows whether folded and copied or applied in any batches', async () => {
  await fc.assert(
    fc.asyncProperty(randomLog, sizes, sizes, async (told, cuts, pages) => {
      const events = recorded(told);
      for (const projection of projections)
        expect(await database.applied(projection, cut(events, cuts))).toEqual(
          await database.copied(projection, cut(events, pages)),
        );
    }),
    { numRuns: 200 },
  );
});

/** The rows after the runner applied batches; the first attempt of each batch fails after it wrote its rows. */
async function retried(
  projection: Projection,
  batches: Batches,
): Promise<Record<string, readonly unknown[]>> {
  const { builds } = await loadBuilds(session.client, projection.name);
  const live = builds.find(({ stage }) => stage === 'live');
  if (!live) throw new Error('no live build');
  const tables = projection.tables.map(({ name }) => physicalTable(name, projection.version, live.build));
  await session.client.query(
    `truncate ${tables.join(', ')};
     update read_models.projection_state set position = '', events_done = 0 where projection = '${projection.name}'`,
  );
  let build = { ...live, position: '', eventsDone: 0 };
  for (const batch of batches) {
    let died = false;
    const dying: Projection = {
      ...projection,
      apply: async (events, trx) => {
        await projection.apply(events, trx);
        // Fails in the server, after the rows and the checkpoint were written in the same transaction.
        if (!died) trx.write('select 1 / 0', []);
        died = true;
      },
    };
    build = { ...(await applyBatch(session, dying, build, batch, 'Active', new AbortController().signal)) };
  }
  return shownRows(pool, projection);
}

test.each(projections.map(projection => [projection.name, projection] as const))(
  '%s: a death in the middle of each batch makes no row twice and loses none',
  async (_, projection) => {
    await fc.assert(
      fc.asyncProperty(randomLog, sizes, async (told, cuts) => {
        const events = recorded(told);
        expect(await retried(projection, cut(events, cuts))).toEqual(
          await database.applied(projection, [events]),
        );
      }),
      { numRuns: 8 },
    );
  },
);
