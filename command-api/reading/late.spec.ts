import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SubscriptionStatus } from '../../domain/subscription/subscription.ts';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { setLastRead } from '../../facade/users.ts';
import { answerQuestions, markClause, openChapter } from '../../facade/vocabularies.ts';
import { type Learner, type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { subscription, subscriptionStream } from '../billing/subscription.ts';
import { reading, readingStream } from './aggregate.ts';

/** Commands made offline that arrive after the end of the subscription. */

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterAll(() => app?.close());

const second = { bookId: 'cuento', chapter: 2 };
const answers = {
  ...second,
  sentenceId: 's4',
  contentVersion: 'second chapter',
  answers: [{ question: 'q-rosas', chosen: 0, milliseconds: 900 }],
};
const lastRead = { ...second, sentenceId: 'finished' };

const HOUR = 3_600_000;
const ago = (days: number, hours = 0) => new Date(Date.now() - (days * 24 + hours) * HOUR).toISOString();

/** A learner whose subscription ended some days ago. */
async function lapsed(username: string, days: number, { opened }: { opened: boolean }): Promise<Learner> {
  const learner = await app.learner(username);
  const commands = aggregates(app.log, { snapshots: await postgresSnapshots(app.pool) });
  const said = (status: SubscriptionStatus, at: string) =>
    commands.execute(
      subscription,
      subscriptionStream(learner.id),
      {
        type: 'record',
        now: { status, paidUntil: null, cancelsAtPeriodEnd: false, pastDueSince: null, payment: 'kept' },
        providerEvent: randomBytes(8).toString('hex'),
      },
      { commandId: randomUUID(), actor: 'system', at },
    );
  await said('active', ago(days + 40));
  if (opened)
    await commands.execute(
      reading,
      readingStream(learner.id, second.bookId),
      { type: 'open chapter', chapter: second.chapter },
      { commandId: randomUUID(), actor: learner.id, at: ago(days + 5) },
    );
  await said('canceled', ago(days));
  return learner;
}

test('29 days after the end, answers and last read of an opened chapter are stored; nothing else is', async () => {
  const learner = await lapsed('in-time', 29, { opened: true });
  const answered = await app.call(answerQuestions, learner, { body: answers });
  expect([answered.status, answered.body]).toEqual([200, { right: 1, wrong: 0, unfit: [] }]);
  expect((await app.call(setLastRead, learner, { body: lastRead })).status).toBe(200);
  const stream = await app.log.readStream(readingStream(learner.id, second.bookId));
  expect(stream.map(({ type }) => type)).toEqual(['ChapterOpened', 'SentenceRead', 'ChapterFinished']);

  expect((await app.call(openChapter, learner, { body: second })).status).toBe(402);
  const clause = { ...second, sentenceId: 's4', clause: 0, level: 'IV' };
  expect((await app.call(markClause, learner, { body: clause })).status).toBe(402);
});

test('31 days after it they are refused, and the message says why', async () => {
  const learner = await lapsed('too-late', 31, { opened: true });
  for (const [endpoint, body] of [
    [answerQuestions, answers],
    [setLastRead, lastRead],
  ] as const) {
    const { status, failure } = await app.call(endpoint, learner, { body });
    expect([status, failure]).toMatchObject([
      402,
      {
        message: 'subscription required',
        messageVerbose:
          'It was read without a connection, and came more than 30 days after the subscription had ended.',
      },
    ]);
  }
  expect(await app.log.readStream(readingStream(learner.id, second.bookId))).toHaveLength(1);
});

test('nothing is stored for a chapter that was not opened while it was paid for', async () => {
  const learner = await lapsed('unopened', 1, { opened: false });
  expect((await app.call(answerQuestions, learner, { body: answers })).status).toBe(402);
  expect((await app.call(setLastRead, learner, { body: lastRead })).status).toBe(402);
  expect(await app.log.readStream(readingStream(learner.id, second.bookId))).toEqual([]);
});

test('a learner who never subscribed is refused', async () => {
  const learner = await app.learner('never');
  const { status, failure } = await app.call(answerQuestions, learner, { body: answers });
  expect([status, failure]).toMatchObject([402, { message: 'subscription required' }]);
});
