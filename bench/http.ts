import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import autocannon from 'autocannon';
import type pg from 'pg';
import { createAccountWithPassword } from '../command-api/identity/accounts/accounts.ts';
import { accessToken } from '../command-api/identity/sessions/access-token.ts';
import { openSession } from '../command-api/identity/sessions/sessions.ts';
import { connect } from '../database/connect.ts';
import { openPool } from '../database/pool.ts';
import { isRefusal } from '../domain/refusal.ts';
import type { Log } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import type { BodyOf } from '../facade/endpoint.ts';
import { answerQuestions, changeVocabulary, knownFragmentCount } from '../facade/vocabularies.ts';
import { projectionStatuses } from '../projections/runner/control.ts';
import { freePort } from '../server/postgres/port.ts';
import { tokenKeys } from '../server/secrets.ts';
import { startApp, stopApp } from '../tooling/testing/app.ts';
import { fragmentChangedEvent } from './event.ts';
import { compare, rate, runConcurrently } from './measure.ts';

const CONNECTIONS = 32;
const SECONDS = 4;
/** Enough that nobody reaches the rate limit for commands. */
const LEARNERS = 128;
const APPENDS = 6_000;
const levels = ['I', 'II', 'III'] as const;

/** A command and a query through the whole of the application, against bare `node:http` and against a bare append. */
export async function run(url: string): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'camino-http-'));
  const secret = randomUUID() + randomUUID();
  const port = await freePort();
  const app = await startApp(
    { port, directory },
    { DATABASE_URL: url, TOKEN_SECRET: secret, ROLES: 'command-api,query-api,projections' },
  );
  const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-server.ts')], {
    env: { ...process.env, DATABASE_URL: url },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(bare.stdout, 'data');
  const bareUrl = `http://127.0.0.1:${Number(String(line))}`;
  const appUrl = `http://127.0.0.1:${port}`;
  const log = await postgresLog({ url });
  const pool = openPool({ connectionString: url, max: 1 });
  try {
    const tokens = await learners(url, secret, directory);
    const { rows } = await pool.query<{ id: string; language_id: string }>(
      'select id, language_id from fragments order by id limit 100',
    );
    const sentences = await askedSentences(pool);
    const languageId = rows[0]?.language_id ?? '';
    let count = 0;
    /** Each learner marks one fragment after the other, each time round at another level, so that no mark is for nothing. */
    const mark = () => {
      const number = Math.floor(count / LEARNERS);
      const body = {
        fragmentId: rows[number % rows.length]?.id,
        newState: 'seen',
        newLevel: levels[Math.floor(number / rows.length) % levels.length],
        languageId,
      };
      return { token: tokens[count++ % LEARNERS], body };
    };
    /** Each learner answers the first chapter's sentences, over and over. */
    const answer = () => {
      const sentence = sentences[Math.floor(count / LEARNERS) % sentences.length];
      return { token: tokens[count++ % LEARNERS], body: sentence };
    };
    const commands = () => load(`${appUrl}${changeVocabulary.path}`, changeVocabulary.method, mark);
    const query = () =>
      load(`${appUrl}${knownFragmentCount.path}`, knownFragmentCount.method, () => ({
        token: tokens[count++ % LEARNERS],
        body: { languageId },
      }));
    await compare({
      name: `command over HTTP, ${CONNECTIONS} at once, against bare node:http`,
      aim: '0.25',
      baseline: () => load(`${bareUrl}/append`, 'PUT', mark),
      subject: commands,
    });
    await compare({
      name: `sentence answered over HTTP, ${CONNECTIONS} at once, against bare node:http`,
      aim: '0.25',
      baseline: () => load(`${bareUrl}/append`, 'PUT', answer),
      subject: () => load(`${appUrl}${answerQuestions.path}`, answerQuestions.method, answer),
    });
    // A projection process has cores of its own in production; here its backlog would slow down the query.
    await caughtUp(pool, log);
    await compare({
      name: `query over HTTP, ${CONNECTIONS} at once, against bare node:http`,
      aim: '0.25',
      baseline: () => load(`${bareUrl}/count`, 'PATCH', mark),
      subject: query,
    });
    await compare({
      name: `command over HTTP, ${CONNECTIONS} at once, against a raw append`,
      aim: 'none',
      baseline: () =>
        rate(APPENDS, () =>
          runConcurrently(APPENDS, CONNECTIONS, async number => {
            await log.append(`raw-${randomUUID()}`, 'none', [fragmentChangedEvent(number)]);
          }),
        ),
      subject: commands,
    });
  } finally {
    await Promise.all([log.close(), pool.end()]);
    bare.kill();
    await stopApp(app);
    await rm(directory, { recursive: true, force: true });
  }
}

/** Resolves when every read model has reached the end of the log. */
async function caughtUp(pool: pg.Pool, log: Log): Promise<void> {
  const head = await log.head();
  const isBehind = async () => (await projectionStatuses(pool)).some(({ position }) => position < head);
  while (await isBehind()) await pause(200);
}

/** A body of `POST /answers` for each sentence of a first chapter: every fifth answer is 'I don't know yet'. */
async function askedSentences(pool: pg.Pool): Promise<readonly BodyOf<typeof answerQuestions>[]> {
  const { rows } = await pool.query<{
    book: string;
    version: string;
    sentence: string;
    questions: readonly string[];
  }>(
    `select s.book_id as book, c.content_version as version, s.id as sentence, array_agg(q.id order by q.id) as questions
     from sentences s join chapters c on c.book_id = s.book_id and c.number = s.chapter
     join questions q on q.sentence_id = s.id left join word_instances w on w.id = q.word_instance_id
     where c.number = 1 and not s.retired and not q.retired and w.skipped is null
       and s.book_id = (select min(book_id) from chapters where number = 1 and content_version is not null)
     group by 1, 2, 3 having count(*) <= 100 order by 3`,
  );
  return rows.map(({ book, version, sentence, questions }) => ({
    bookId: book,
    chapter: 1,
    sentenceId: sentence,
    contentVersion: version,
    answers: questions.map((question, index) => ({
      question,
      chosen: index % 5 === 4 ? null : 0,
      milliseconds: 3_000,
    })),
  }));
}

/** Access tokens of so many accounts with a session each. */
async function learners(url: string, secret: string, directory: string): Promise<readonly string[]> {
  const { db, close } = connect(url);
  const keys = await tokenKeys({ tokenSecret: secret }, directory);
  const tokens = await Promise.all(
    Array.from({ length: LEARNERS }, async (_, number) => {
      const username = `reader${number}`;
      const account = await createAccountWithPassword(db, {
        username,
        email: `${username}@camino.localhost`,
        password: 'Camino-2026!',
      });
      if (isRefusal(account)) throw new Error(account.refused);
      const { session } = await openSession(db, account.id, 'bench');
      return accessToken(keys, account, { session, activeSubscription: false });
    }),
  );
  await close();
  return tokens;
}

/** @returns answered requests per second; throws when one was not answered with success */
async function load(
  url: string,
  method: string,
  next: () => { readonly token: string | undefined; readonly body: unknown },
): Promise<number> {
  const result = await autocannon({
    url,
    connections: CONNECTIONS,
    duration: SECONDS,
    requests: [
      {
        method: method as 'PUT',
        setupRequest: request => {
          const { token, body } = next();
          const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` };
          return { ...request, headers, body: JSON.stringify(body) };
        },
      },
    ],
  });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} failed`);
  return result['2xx'] / result.duration;
}
