import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type pg from 'pg';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { accessToken } from '../command-api/identity/sessions/access-token.ts';
import { openSession } from '../command-api/identity/sessions/sessions.ts';
import { connect } from '../database/connect.ts';
import { isRefusal } from '../domain/refusal.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import { projections } from '../projections/projections.ts';
import { runProjections } from '../projections/runner/run.ts';
import { learnerStreams } from '../server/learner-streams.ts';
import { freePort } from '../server/postgres/port.ts';
import { tokenKeys } from '../server/secrets.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { addBooks, madeUpSentences } from './many-years/books.ts';
import { timeFiles } from './many-years/files.ts';
import { fitSchedule } from './many-years/fitted.ts';
import { ANSWERED, addHistory } from './many-years/history.ts';
import { visitPages } from './many-years/pages.ts';
import { timeQueries } from './many-years/queries.ts';
import { printSizes } from './sizes.ts';

const account = { username: 'long_reader', email: 'long_reader@camino.localhost', password: 'Camino-2026!' };

/**
 * One learner after many years: 20,000 fragments met in 100,000 answered sentences. Measures the size of the read models, the
 * time of each query of the learner's pages and of each file, with a review schedule of the learner's own too, and the pages
 * in a browser.
 */
export async function run(url: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-learner-'));
  const secret = randomUUID() + randomUUID();
  const port = await freePort();
  const app = await startApp(
    { port, directory },
    { DATABASE_URL: url, TOKEN_SECRET: secret, ROLES: 'command-api,query-api,web' },
  );
  const { db, pool, close } = connect(url);
  const log = upcastingLog(await postgresLog({ url }), {});
  const end = new AbortController();
  let running: Promise<void> | undefined;
  try {
    const learner = await createAccountWithPassword(db, account);
    if (isRefusal(learner)) throw new Error(learner.refused);
    const sentences = madeUpSentences();
    const language = await addBooks(pool, sentences);
    await addHistory(log, learner.id, language, sentences);

    const began = performance.now();
    running = runProjections({
      log,
      databaseUrl: url,
      projections,
      signal: end.signal,
      report: console.error,
    });
    await allBuilt(pool);
    console.log(
      `read models of ${ANSWERED} sentences built in ${((performance.now() - began) / 1_000).toFixed(1)} s`,
    );
    await printSizes(pool, ANSWERED);

    const { session } = await openSession(db, learner.id, 'bench');
    const keys = await tokenKeys({ tokenSecret: secret }, directory);
    const token = accessToken(keys, learner, { session, activeSubscription: false });
    const origin = `http://127.0.0.1:${port}`;
    await timeQueries(origin, token, language);
    await fitSchedule({ db, histories: learnerStreams(log) }, learner.id, language);
    await timeQueries(origin, token, language);
    await timeFiles(origin, token, language);
    await visitPages(`http://localhost:${port}`, account);
  } finally {
    end.abort();
    await running;
    await log.close();
    await close();
    await stopApp(app);
    await rm(directory, { recursive: true, force: true });
  }
}

async function allBuilt(pool: pg.Pool): Promise<void> {
  for (;;) {
    const { rows } = await pool
      .query<{ built: number }>('select count(*)::int4 as built from read_models.checkpoints where built')
      .catch(() => ({ rows: [] }));
    if (rows[0]?.built === projections.length) return;
    await new Promise(resolve => setTimeout(resolve, 200));
  }
}
