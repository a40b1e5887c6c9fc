import { randomBytes, randomUUID } from 'node:crypto';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { followSwitch } from '../command-api/vocabulary/level-policy/follow-switch.ts';
import { previewOf } from '../command-api/vocabulary/level-policy/preview.ts';
import { connect } from '../database/connect.ts';
import { migrate } from '../database/migrate.ts';
import { seeded } from '../domain/quiz/random.ts';
import { answered } from '../domain/vocabulary/level-policies.ts';
import type { Level } from '../domain/vocabulary/levels.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import type { AskedFragment } from '../domain/vocabulary/vocabulary.ts';
import { aggregates } from '../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../event-store/aggregate/snapshots.ts';
import type { NewEvent } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import { learnerStreams } from '../server/learner-streams.ts';
import { runConcurrently } from './measure.ts';

const LEARNERS = 10_000;
const SENTENCES = 30;
const FRAGMENTS = 40;
const WRITERS = 16;
/** Learners after which the switch is interrupted once. */
const INTERRUPTED_AFTER = 3_000;

/**
 * Preview and switch of the level policy over 10,000 learners of 30 sentences. The baseline reads each stream and appends one
 * event to it, as many at once.
 */
export async function run(url: string): Promise<void> {
  const { db, pool, close } = connect(url);
  await migrate(pool);
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  const histories = learnerStreams(log);
  try {
    await db.insertInto('languages').values({ id: 'es', name: 'Spanish', iso_code: 'es' }).execute();
    const learners = await madeUpLearners();

    const baseline = await timed(() =>
      runConcurrently(learners.length, 1, async number => {
        const stream = `vocabulary-${learners[number]}-es` as const;
        await histories.readStream(stream, { after: -1, limit: 500 });
        await log.append(`bare-${randomUUID()}`, 'none', [
          event(learners[number] ?? '', 0, new Map(), () => 0.5),
        ]);
      }),
    );

    let pages = 0;
    const preview = await timed(async () => {
      for (let after: string | null = ''; after !== null; pages += 1)
        after = (await previewOf({ db, histories }, 'strict', { after, most: 999 })).next;
    });
    printed('preview', preview, baseline);
    console.log(`  ${pages} pages`);

    await db
      .insertInto('level_policy_switches')
      .values({
        id: randomUUID(),
        policy: 'strict',
        policy_before: 'standard',
        begun_by: 'bench',
        takes_back: null,
        ended_at: null,
        accounts: LEARNERS,
      })
      .execute();
    const snapshots = await postgresSnapshots(pool);
    const progress = async () =>
      db.selectFrom('level_policy_switches').select(['accounts_done', 'state']).executeTakeFirstOrThrow();
    const follow = (signal: AbortSignal) =>
      followSwitch(
        { db, aggregates: aggregates(log, { snapshots }), histories },
        { now: () => new Date().toISOString(), signal },
      );
    const seen: number[] = [];
    const switching = await timed(async () => {
      const interruption = new AbortController();
      const watch = setInterval(async () => {
        const { accounts_done } = await progress();
        if (accounts_done !== seen.at(-1)) seen.push(accounts_done);
        if (accounts_done >= INTERRUPTED_AFTER) interruption.abort();
      }, 250);
      const before = await follow(interruption.signal);
      const kept = await progress();
      const rest = await follow(new AbortController().signal);
      clearInterval(watch);
      console.log(`switch: ${before} switched, interrupted at ${kept.accounts_done}, then ${rest}`);
    });
    printed('switch', switching, baseline);
    const { state, accounts_done } = await progress();
    console.log(`  ${state}, ${accounts_done} of ${LEARNERS}; progress was seen ${seen.length} times`);
    const { rows } = await pool.query<{ events: string; streams: string }>(
      `select count(*) as events, count(distinct stream) as streams from event_log.events
       where data->'cause'->>'kind' = 'policy'`,
    );
    console.log(`  ${rows[0]?.events} events of the switch in ${rows[0]?.streams} vocabularies`);
  } finally {
    await log.close();
    await close();
  }

  async function madeUpLearners(): Promise<readonly string[]> {
    const learners = Array.from({ length: LEARNERS }, () => randomBytes(16).toString('hex')).sort();
    await runConcurrently(learners.length, WRITERS, async number => {
      const learner = learners[number] ?? '';
      const username = `learner${number}`;
      await db
        .insertInto('accounts')
        .values({ id: learner, username, email: `${username}@camino.localhost`, roles: ['user'] })
        .execute();
      const random = seeded(username);
      const levels = new Map<string, Level>();
      const events = Array.from({ length: SENTENCES }, (_, at) => event(learner, at, levels, random));
      await log.append(`vocabulary-${learner}-es`, 'none', events);
    });
    return learners;
  }
}

/** A sentence of six words with a fragment each; one answer in five is wrong. */
function event(learner: string, number: number, levels: Map<string, Level>, random: () => number): NewEvent {
  const words = new Set(Array.from({ length: 6 }, () => `f${Math.floor(random() * FRAGMENTS)}`));
  const answers = Array.from(words, () => {
    const right = random() < 0.8;
    return ['q12345', 'word', right ? 0 : 1, right, 2_000] as const;
  });
  const fragments: Record<string, AskedFragment> = {};
  for (const [index, fragment] of [...words].entries()) {
    const from = levels.get(fragment) ?? 'new';
    const to = answered(from, [answers[index]?.[3] === true]);
    levels.set(fragment, to);
    fragments[fragment] = [from, to, index];
  }
  return {
    id: randomUUID(),
    type: 'SentenceAnswered',
    data: {
      epoch: 0,
      book: 'book',
      sentence: `s${number}`,
      contentVersion: 'v',
      occasion: 'reading',
      answers,
      fragments,
    },
    metadata: {
      commandId: randomUUID(),
      actor: learner,
      at: new Date(number * 60_000).toISOString(),
      schema: 1,
    },
  };
}

interface Timed {
  readonly seconds: number;
  /** Most memory of the heap that was in use, in megabytes. */
  readonly heap: number;
}

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

async function timed(work: () => Promise<unknown>): Promise<Timed> {
  let heap = 0;
  // Of what is reachable: garbage says nothing of what the work needs.
  const watch = setInterval(() => {
    collectGarbage();
    heap = Math.max(heap, process.memoryUsage().heapUsed / 1e6);
  }, 2_000);
  const began = performance.now();
  await work();
  clearInterval(watch);
  return { seconds: (performance.now() - began) / 1_000, heap };
}

function printed(name: string, { seconds, heap }: Timed, baseline: Timed): void {
  const label = `${name} of ${LEARNERS} learners`;
  const ratio = (seconds / baseline.seconds).toFixed(2);
  console.log(
    `${label.padEnd(62)} ${seconds.toFixed(0)} / ${baseline.seconds.toFixed(0)} s = ${ratio}; heap at most ${heap.toFixed(0)} / ${baseline.heap.toFixed(0)} MB`,
  );
}
