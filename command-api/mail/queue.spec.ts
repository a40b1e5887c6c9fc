import { randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../database/connect.ts';
import { testDatabase } from '../../tooling/testing/database.ts';
import { mailServer } from '../../tooling/testing/mail-server.ts';
import { withMailQueue } from '../../tooling/testing/templates.ts';
import { mailer } from './mail.ts';
import { mailQueue } from './queue.ts';

const from = 'Camino <no-reply@camino.example>';
const mail = { to: 'ana@example.org', subject: 'Hello', text: 'Your code is 1234.', html: '<p>1234</p>' };

async function place() {
  const { url: databaseUrl } = await testDatabase({ template: withMailQueue });
  const { db, pool, close } = connect(databaseUrl);
  onTestFinished(close);
  const reports: string[] = [];
  const open = async (smtpUrl: string) => {
    const send = mailer({ url: smtpUrl, from });
    const queue = await mailQueue({ databaseUrl, db, send, report: line => reports.push(line) });
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= queue.close();
      return closed;
    };
    onTestFinished(close);
    return { ...queue, close };
  };
  const rows = () => db.selectFrom('mails').selectAll().execute();
  /** As if the wait between two attempts were over. */
  const retryNow = () =>
    pool.query("update pgboss.job set start_after = now() where state in ('created', 'retry')");
  return { db, open, rows, reports, retryNow };
}

test('a mail is sent once and then blanked; the same mail queued again is not sent', async () => {
  const { open, rows } = await place();
  const smtp = await mailServer();
  const queue = await open(smtp.url);
  const id = randomUUID();
  await Promise.all([1, 2, 3].map(() => queue.post(mail, { id })));
  await expect.poll(() => smtp.mails.length).toBe(1);
  expect(smtp.mails[0]).toMatchObject({
    subject: 'Hello',
    text: 'Your code is 1234.\n',
    messageId: `<${id}@camino.example>`,
  });
  await expect.poll(async () => (await rows())[0]?.sent_at).toBeInstanceOf(Date);
  expect(await rows()).toMatchObject([
    { id, to_address: null, subject: null, text: null, html: null, reply_to: null },
  ]);
  const last = randomUUID();
  await queue.post(mail, { id });
  await queue.post({ ...mail, subject: 'Last' }, { id: last });
  await expect.poll(() => smtp.mails.map(({ subject }) => subject)).toEqual(['Hello', 'Last']);
});

test('a mail of a rolled-back transaction is not sent', async () => {
  const { db, open, rows } = await place();
  const smtp = await mailServer();
  const queue = await open(smtp.url);
  const failing = db.transaction().execute(async trx => {
    await queue.post(mail, { db: trx });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await queue.post({ ...mail, subject: 'Last' });
  await expect.poll(() => smtp.mails.map(({ subject }) => subject)).toEqual(['Last']);
  expect(await rows()).toHaveLength(1);
});

test('an unsent mail survives a restart and is sent when the mail server is back', async () => {
  const { open, rows, reports, retryNow } = await place();
  const away = await mailServer();
  await away.close();
  const before = await open(away.url);
  await before.post(mail);
  await expect.poll(() => reports.join('\n')).toMatch(/^mail \S+ was not sent: ESOCKET$/);
  await before.close();
  expect(await rows()).toMatchObject([{ to_address: mail.to, sent_at: null }]);

  const smtp = await mailServer();
  await open(smtp.url);
  await retryNow();
  await expect.poll(() => smtp.mails.length).toBe(1);
});

test('two processes share the queue and send each mail once', async () => {
  const { open } = await place();
  const smtp = await mailServer();
  const [one, other] = await Promise.all([open(smtp.url), open(smtp.url)]);
  const subjects = Array.from({ length: 12 }, (_, n) => `Mail ${n}`);
  await Promise.all(subjects.map((subject, n) => (n % 2 ? one : other).post({ ...mail, subject })));
  await expect.poll(() => smtp.mails.length).toBe(12);
  expect(smtp.mails.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
});

test('a permanently refused recipient is not retried, and the log does not contain the address', async () => {
  const { open, rows, reports } = await place();
  const smtp = await mailServer({ refuses: /nobody/ });
  const queue = await open(smtp.url);
  await queue.post({ ...mail, to: 'nobody@example.org' });
  await expect.poll(async () => (await rows())[0]?.refused_at).toBeInstanceOf(Date);
  expect(reports).toEqual([expect.stringMatching(/^mail [0-9a-f-]{36} was not sent: EENVELOPE 550$/)]);
  expect(await rows()).toMatchObject([{ to_address: null, text: null }]);
});
