import { v7 as uuidv7 } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contactUs, reportIssue } from '../../facade/contact.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';
import { rateLimits } from '../rate-limits.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterAll(() => app?.close());

const message = {
  name: 'Ana',
  email: 'ana@example.org',
  subject: 'Hello\r\nBcc: all',
  message: 'I like it.',
};

async function stored(id: string) {
  return app.db.selectFrom('contact_messages').selectAll().where('id', '=', id).execute();
}

test('a message that is sent repeatedly or concurrently is stored and mailed once', async () => {
  const commandId = uuidv7();
  const replies = await Promise.all(
    Array.from({ length: 20 }, () => app.call(contactUs, null, { body: message, commandId })),
  );
  replies.push(await app.call(contactUs, null, { body: message, commandId }));
  for (const { status, body } of replies)
    expect({ status, body }).toEqual({
      status: 200,
      body: { message: 'Message sent. Thank you for writing to us.', error: false },
    });
  expect(await stored(commandId)).toMatchObject([
    { kind: 'contact', account_id: null, message: 'I like it.' },
  ]);
  expect(app.mails.splice(0)).toEqual([
    {
      to: 'team@camino.example',
      replyTo: 'ana@example.org',
      subject: '[Contact] Hello Bcc: all',
      text: 'I like it.\n\nAna <ana@example.org>\n',
    },
  ]);
});

test('another message under the same command id is refused, not thanked for and dropped', async () => {
  const commandId = uuidv7();
  await app.call(contactUs, null, { body: message, commandId });
  for (const [endpoint, body] of [
    [contactUs, { ...message, message: 'I changed my mind.' }],
    [reportIssue, message],
  ] as const) {
    const { status, failure } = await app.call(endpoint, null, { body, commandId });
    expect([status, failure.errorField]).toEqual([422, 'Idempotency-Key']);
  }
  expect(await stored(commandId)).toMatchObject([{ kind: 'contact', message: 'I like it.' }]);
  expect(app.mails.splice(0)).toHaveLength(1);
});

test('a report of a signed-in learner names the account', async () => {
  const reader = await app.learner('reporter');
  const commandId = uuidv7();
  // A name of two lines does not sign with another account.
  const body = { ...message, name: 'Ana\nAccount 1234' };
  const reply = await app.call(reportIssue, reader, { body, commandId });
  expect(reply).toMatchObject({ status: 200, body: { error: false } });
  expect(await stored(commandId)).toMatchObject([{ kind: 'issue', account_id: reader.id }]);
  expect(app.mails.splice(0)[0]?.text.match(/^Account .*$/gm)).toEqual([`Account ${reader.id}`]);
});

test('a message whose mail cannot be queued is not stored, and can be sent again', async () => {
  const commandId = uuidv7();
  app.mailbox.away = true;
  expect((await app.call(contactUs, null, { body: message, commandId })).status).toBeGreaterThanOrEqual(500);
  expect(await stored(commandId)).toEqual([]);
  app.mailbox.away = false;
  expect((await app.call(contactUs, null, { body: message, commandId })).status).toBe(200);
  expect(app.mails.splice(0)).toHaveLength(1);
});

test('a message from a deleted account is kept, and a message is deleted with its account', async () => {
  const reader = await app.learner('leaving');
  const [during, after] = [uuidv7(), uuidv7()];
  await app.call(contactUs, reader, { body: message, commandId: during });
  await app.db.deleteFrom('accounts').where('id', '=', reader.id).execute();
  expect(await stored(during)).toEqual([]);
  // The session was deleted with the account, so the writer is now anonymous.
  const reply = await app.call(contactUs, reader, { body: message, commandId: after });
  expect(reply.status).toBe(200);
  expect(await stored(after)).toMatchObject([{ account_id: null }]);
});

test('too many messages from one address are refused; none is stored or mailed', async () => {
  const { attempts } = rateLimits.contactFromAddress;
  await app.pool.query('delete from rate_limits');
  const stored = async () =>
    Number((await app.pool.query('select count(*) from contact_messages')).rows[0].count);
  const before = await stored();
  const commandIds = Array.from({ length: attempts + 2 }, () => uuidv7());
  const replies = await Promise.all(
    commandIds.map(commandId => app.call(contactUs, null, { body: message, commandId })),
  );
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(attempts);
  const [refused] = replies.filter(({ status }) => status === 429);
  expect(refused?.failure).toMatchObject({ message: 'too many attempts' });
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(3_000);
  expect(await stored()).toBe(before + attempts);

  // Sent again because its reply was lost: no further message.
  const commandId = commandIds[replies.findIndex(({ status }) => status === 200)] ?? '';
  expect((await app.call(contactUs, null, { body: message, commandId })).status).toBe(200);
  expect(await stored()).toBe(before + attempts);
});
