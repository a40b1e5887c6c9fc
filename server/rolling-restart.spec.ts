import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { type Balancer, balancer } from '../tooling/testing/balancer.ts';
import { type CallingLearner, signIn } from '../tooling/testing/caller.ts';
import { type Process, severalProcesses } from '../tooling/testing/processes.ts';

/** Every command and query process is replaced while learners go on; also on `EVENTSTORE_URL` when it is set. */

const { databaseUrl, start, close } = await severalProcesses({ DRAIN_SECONDS: '5' });
afterAll(close);

const WRITES = 'command-api';
/** The projections move with them: a stand-by takes over when the one that leads is replaced. */
const READS = 'query-api,projections';

/** What a learner asked for and was told is done. */
interface Acknowledged {
  readonly commandId: string;
  readonly fragment: string;
  readonly newLevel: 'I' | 'IV';
}

/** Marks one stem after the other, up and down again, and looks each time; until it is told that it is enough. */
async function learn(learner: CallingLearner, commands: Balancer, queries: Balancer, enough: AbortSignal) {
  const acknowledged: Acknowledged[] = [];
  const failed: string[] = [];
  let position = '';
  for (let turn = 0; !enough.aborted; turn++) {
    const fragment = learner.fragments[turn % 40] ?? '';
    const up = Math.floor(turn / 40) % 2 === 0;
    const change = { commandId: randomUUID(), newLevel: up ? 'IV' : 'I' } as const;
    const marked = await learner.mark(commands, fragment, { ...change, newState: up ? 'known' : 'seen' });
    if (marked.status === 200) acknowledged.push({ ...change, fragment });
    else failed.push(`command ${marked.status} ${JSON.stringify(marked.body)}`);
    position = marked.position || position;
    const { status, body } = await learner.call(queries, 'GET', '/vocabularies');
    if (status !== 200) failed.push(`query ${status} ${JSON.stringify(body)}`);
    // The processes that start want the processor, too.
    await pause(20);
  }
  return { learner, acknowledged, failed, position };
}

/** One after another: the next starts while the one before leaves, as an orchestrator does it. */
async function replace(processes: readonly Process[], roles: string, behind: Balancer) {
  const codes: (number | null)[] = [];
  for (const old of processes) {
    const [code, next] = await Promise.all([old.stop(), start(roles)]);
    codes.push(code);
    behind.add(next);
    await expect.poll(() => behind.sent.get(next.url) ?? 0).toBeGreaterThan(0);
  }
  return codes;
}

test('no request fails, nothing acknowledged is missing and nothing is doubled', async () => {
  const [a, b, c, d] = await Promise.all([WRITES, WRITES, READS, READS].map(start));
  if (!a || !b || !c || !d) throw new Error('not all were started');
  const [commands, queries] = await Promise.all([balancer([a, b]), balancer([c, d])]);
  const enough = new AbortController();
  onTestFinished(async () => {
    enough.abort();
    await Promise.all([commands.close(), queries.close()]);
  });
  // On a log with a past the first build takes its time, and no query process is ready before.
  for (const behind of [commands, queries])
    await expect
      .poll(async () => (await fetch(`${behind.url}/health/ready`)).status, { timeout: 120_000 })
      .toBe(200);
  // Both of each: nobody replaces a process before the other is there to take its place.
  for (const behind of [commands, queries]) await expect.poll(() => behind.ready.size).toBe(2);
  const learners = await Promise.all(['maria', 'admin'].map(name => signIn(name, commands, queries)));

  const learning = Promise.all(learners.map(one => learn(one, commands, queries, enough.signal)));
  const codes = await Promise.all([replace([a, b], WRITES, commands), replace([c, d], READS, queries)]);
  enough.abort();
  const learned = await learning;

  expect(learned.map(({ failed }) => failed)).toEqual([[], []]);
  expect(codes).toEqual([
    [0, 0],
    [0, 0],
  ]);
  // All of them took part, those that came and those that left.
  expect([commands.sent.size, queries.sent.size]).toEqual([4, 4]);
  for (const { learner, acknowledged, position } of learned) {
    const events = await learner.events(databaseUrl);
    expect(
      events.map(({ type, data, metadata: { commandId } }) => ({
        type,
        commandId,
        fragment: data['fragment'],
        newLevel: data['to'],
      })),
    ).toEqual(acknowledged.map(change => ({ type: 'FragmentChanged', ...change })));
    const levels = new Map(acknowledged.map(({ fragment, newLevel }) => [fragment, newLevel]));
    const known = [...levels].filter(([, level]) => level === 'IV').map(([fragment]) => fragment);
    await expect
      .poll(
        async () => {
          const { stale, fragments } = await learner.known(queries, position);
          return { stale, known: fragments.toSorted() };
        },
        { timeout: 120_000 },
      )
      .toEqual({ stale: false, known: known.toSorted() });
  }
});
