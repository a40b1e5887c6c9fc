import { randomUUID } from 'node:crypto';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { seeded } from '../domain/quiz/random.ts';
import { answered } from '../domain/vocabulary/level-policies.ts';
import type { Level } from '../domain/vocabulary/levels.ts';
import type { AskedFragment, GivenAnswer } from '../domain/vocabulary/vocabulary.ts';
import { MAX_BYTES_PER_APPEND, type NewEvent } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { streamReader } from '../event-store/stream-reader.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import type { Serve } from '../facade/express/api.ts';
import { story, words } from '../facade/story.ts';
import { projections } from '../projections/projections.ts';
import { runProjections } from '../projections/runner/run.ts';
import { readModels } from '../query-api/consistency.ts';
import { serveStory } from '../query-api/story/story.ts';
import { serveWords } from '../query-api/words.ts';
import { median } from './measure.ts';

const FRAGMENTS = 20_000;
const SENTENCES = 100_000;
/** Fragments that a sentence asks for. */
const ASKED = 15;
const LEARNER = 'a'.repeat(32);

/**
 * One learner after many years: 20,000 fragments, as frequent as words are in a text, in 100,000 answered sentences. Time to the
 * first page of a story and to everything met, and what the read models take for each sentence.
 */
export async function run(url: string): Promise<void> {
  const connection = connect(url);
  const { db, pool } = connection;
  await migrate(pool);
  await pool.query(`insert into languages (id, name) values ('es', 'Spanish')`);
  await pool.query(
    `insert into fragments (id, language_id, kind, text, gloss, lemma)
     select 'f' || n, 'es', 'stem', 'palabra' || n, 'word ' || n, 'palabra' || n || 'r' from generate_series(0, ${FRAGMENTS - 1}) n`,
  );
  const log = upcastingLog(await postgresLog({ url }), {});
  await fill(log.append);

  const names = ['vocabulary-entries', 'fragment-histories', 'review-schedule'];
  const wanted = projections.filter(({ name }) => names.includes(name));
  const end = new AbortController();
  const began = performance.now();
  const running = runProjections({ log, databaseUrl: url, projections: wanted, signal: end.signal });
  const isBuilt = async () => {
    const { rows } = await pool
      .query<{ built: boolean }>('select bool_and(built) as built from read_models.checkpoints')
      .catch(() => ({ rows: [] }));
    return rows[0]?.built === true;
  };
  while (!(await isBuilt())) await new Promise(resolve => setTimeout(resolve, 200));
  console.log(`index and entries of ${SENTENCES} sentences built in ${seconds(performance.now() - began)}`);
  await bytes(pool);

  const calls = new Map<string, (request: object) => Promise<unknown>>();
  const serve = ((endpoint: { readonly name: string }, handler: (request: object) => Promise<unknown>) =>
    calls.set(endpoint.name, handler)) as unknown as Serve;
  const read = readModels(db);
  serveStory(serve, { db, read, histories: streamReader(log) });
  serveWords(serve, { read });
  const caller = { id: LEARNER };
  const freshness = { after: undefined, stale: () => {}, readFrom: () => {} };
  for (const [what, fragmentId] of [
    ['in every second sentence', 'f0'],
    ['in one of 300', 'f100'],
    ['in one of 30,000', 'f9000'],
  ] as const)
    await timed(`first page of the story of a fragment ${what}`, () =>
      calls.get(story.name)?.({ caller, query: { languageId: 'es', fragmentId }, ...freshness }),
    );
  await timed('everything met, as JSON', async () =>
    JSON.stringify(await calls.get(words.name)?.({ caller, ...freshness })),
  );
  end.abort();
  await running;
  await log.close();
  await connection.close();
}

async function timed(what: string, work: () => Promise<unknown> | undefined): Promise<void> {
  const times: number[] = [];
  let size = 0;
  for (let round = 0; round < 7; round++) {
    const began = performance.now();
    const found = await work();
    times.push(performance.now() - began);
    size = typeof found === 'string' ? found.length : JSON.stringify(found).length;
  }
  console.log(
    `${what}: ${median(times).toFixed(0)} ms (first ${times[0]?.toFixed(0)} ms), ${(size / 1000).toFixed(0)} kB`,
  );
}

/** Bytes on disk for each sentence, indexes and all. */
async function bytes(pool: { query: (text: string) => Promise<{ rows: unknown[] }> }): Promise<void> {
  const { rows } = await pool.query(
    `select n.nspname || '.' || c.relname as name, pg_total_relation_size(c.oid)::float8 as bytes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and (c.relname = 'events' or c.relname ~ 'vocabulary_entries|fragment_histories')
     order by 2 desc`,
  );
  for (const { name, bytes } of rows as { name: string; bytes: number }[])
    console.log(`${name}: ${(bytes / SENTENCES).toFixed(0)} bytes a sentence`);
}

/** Answers in order, of a stream that only this learner has. */
async function fill(append: Awaited<ReturnType<typeof postgresLog>>['append']): Promise<void> {
  const random = seeded('a learner of many years');
  const levels = new Map<number, Level>();
  let batch: NewEvent[] = [];
  let size = 0;
  let revision = -1;
  const send = async () => {
    if (batch.length === 0) return;
    await append(`vocabulary-${LEARNER}-es`, revision < 0 ? 'none' : revision, batch);
    revision += batch.length;
    batch = [];
    size = 0;
  };
  for (let sentence = 0; sentence < SENTENCES; sentence++) {
    const asked = new Set<number>();
    // Frequency falls with the rank, as in any text.
    while (asked.size < ASKED) asked.add(Math.floor(FRAGMENTS ** random()) - 1);
    const answers: GivenAnswer[] = [];
    const fragments: Record<string, AskedFragment> = {};
    for (const fragment of asked) {
      const right = random() < 0.85;
      const from = levels.get(fragment) ?? 'new';
      const to = answered(from, [right]);
      levels.set(fragment, to);
      fragments[`f${fragment}`] = [from, to, answers.length];
      answers.push([`q${sentence % 5_000}${answers.length}`, 'word', right ? 0 : 1, right, 2_000]);
    }
    const data = {
      epoch: 0,
      book: 'b',
      sentence: `s${sentence % 5_000}`,
      contentVersion: 'v',
      occasion: 'reading',
      answers,
      fragments,
    };
    const at = new Date(Date.UTC(2016, 0, 1) + sentence * 3_000_000).toISOString();
    const metadata = { commandId: randomUUID(), actor: LEARNER, fingerprint: 'Zm9vYmFyYmF', at, schema: 1 };
    const event = { id: randomUUID(), type: 'SentenceAnswered', data, metadata };
    const bytes = JSON.stringify(event).length;
    if (batch.length === 400 || size + bytes > MAX_BYTES_PER_APPEND * 0.9) await send();
    batch.push(event);
    size += bytes;
  }
  await send();
}

const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
