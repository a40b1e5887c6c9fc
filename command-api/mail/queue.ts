import { type Kysely, sql } from 'kysely';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import { uuidv7 } from 'uuidv7';
import type { Database } from '../../database/tables.ts';
import type { PostMail, SendMail } from './mail.ts';

export interface MailQueue {
  readonly post: PostMail;
  /** Takes no more work, lets a mail that is being sent finish, and closes the queue's connections. */
  readonly close: () => Promise<void>;
}

const QUEUE = 'mail';
const DAY = 86_400;

/** Attempts are made for a week: after about 5, 10, 20 … seconds, later every hour. */
const patience = {
  retryLimit: 170,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 40,
  // An attempt of a process that was not heard of for this long is made again.
  heartbeatSeconds: 10,
  retentionSeconds: 7 * DAY,
  deleteAfterSeconds: DAY,
};

/** How often pg-boss looks for attempts that ended without a word, in seconds. */
const watching = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 };

/** Woken by each new mail, and looking by itself because news may be missed. Each mail holds a connection while it is sent. */
const working = {
  perJobResults: true,
  batchSize: 3,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/**
 * The mail queue, in Postgres: a row per mail, and a job of pg-boss that names the row. Several processes share it.
 * @param report takes a line for the operator; no address and no text of a mail is ever in it
 */
export async function mailQueue({
  databaseUrl,
  db,
  send,
  report,
}: {
  readonly databaseUrl: string;
  readonly db: Kysely<Database>;
  readonly send: SendMail;
  readonly report: (line: string) => void;
}): Promise<MailQueue> {
  const boss = new PgBoss({
    connectionString: databaseUrl,
    max: 3,
    useListenNotify: true,
    schedule: false,
    ...watching,
  });
  let silentUntil = 0;
  boss.on('error', error => {
    // While the database is away it says so at every poll.
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + 60_000;
    report(`mail queue: ${'code' in error ? error.code : error.name}`);
  });
  await boss.start();
  await boss.createQueue(QUEUE, { ...patience, notify: true });
  const settle = ({ id, data }: Job<{ mail: string }>) =>
    deliver(db, send, data.mail, report).then(
      () => ({ id, status: 'completed' as const }),
      // pg-boss would keep what was thrown.
      () => ({ id, status: 'failed' as const }),
    );
  await boss.work(QUEUE, working, (jobs: Job<{ mail: string }>[]) => Promise.all(jobs.map(settle)));
  return {
    post: async (mail, { db: within = db, id = uuidv7(), account = null } = {}) => {
      const { to, replyTo = null, subject, text, html = null } = mail;
      const posted = await within
        .insertInto('mails')
        .values({ id, account_id: account, to_address: to, reply_to: replyTo, subject, text, html })
        .onConflict(conflict => conflict.column('id').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (posted) await boss.send(QUEUE, { mail: id }, { id, db: fromKysely(within) });
    },
    close: () => boss.stop({ graceful: true, timeout: 15_000 }),
  };
}

/** Of a mail that went out nothing stays but that it did. */
const blank = { to_address: null, reply_to: null, subject: null, text: null, html: null };

/** The row is locked while the mail is sent: of two attempts at the same moment one fails, and is made again later. */
async function deliver(
  db: Kysely<Database>,
  send: SendMail,
  id: string,
  report: (line: string) => void,
): Promise<void> {
  const failed = await db.transaction().execute(async trx => {
    const mail = await trx
      .selectFrom('mails')
      .selectAll()
      .where('id', '=', id)
      .where('sent_at', 'is', null)
      .where('refused_at', 'is', null)
      .forUpdate()
      .noWait()
      .executeTakeFirst();
    if (!mail) return undefined;
    const { to_address: to, subject, text, html, reply_to: replyTo } = mail;
    if (to === null || subject === null || text === null) return undefined;
    try {
      await send(
        { to, subject, text, ...(html !== null && { html }), ...(replyTo !== null && { replyTo }) },
        id,
      );
    } catch (error) {
      report(`mail ${id} was not sent: ${reasonOf(error)}`);
      if (!isFinal(error)) return error;
      await trx
        .updateTable('mails')
        .set({ ...blank, refused_at: sql<Date>`clock_timestamp()` })
        .where('id', '=', id)
        .execute();
      return undefined;
    }
    await trx
      .updateTable('mails')
      .set({ ...blank, sent_at: sql<Date>`clock_timestamp()` })
      .where('id', '=', id)
      .execute();
    return undefined;
  });
  if (failed) throw failed;
}

interface SmtpError {
  readonly code?: unknown;
  readonly responseCode?: unknown;
  readonly command?: unknown;
}

/** Code and reply number. The server's own words may repeat the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown reason';
}

/** RFC 5321: 5xx to a recipient stays so. To the sender, a login or a connection it is the operator's to mend. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = (error ?? {}) as SmtpError;
  return command === 'RCPT TO' && Number(responseCode) >= 500;
}
