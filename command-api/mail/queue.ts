import { type Kysely, sql } from 'kysely';
import { fromKysely, type Job, PgBoss } from 'pg-boss';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../../database/tables.ts';
import type { QueueMail, SendMail } from './mail.ts';

export interface MailQueue {
  readonly post: QueueMail;
  /** Takes no new jobs, waits for mails being sent, and closes the queue's connections. */
  readonly close: () => Promise<void>;
}

const QUEUE = 'mail';
const DAY = 86_400;

/** Retries for a week: after about 5, 10, 20 … seconds, later every hour. */
const retryPolicy = {
  retryLimit: 170,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: 40,
  // An attempt is repeated when its process sent no heartbeat for this long.
  heartbeatSeconds: 10,
  retentionSeconds: 7 * DAY,
  deleteAfterSeconds: DAY,
};

/** How often pg-boss looks for attempts without a heartbeat, in seconds. */
const supervision = { superviseIntervalSeconds: 10, monitorIntervalSeconds: 10 };

/** Workers are notified of each mail, and poll because notifications may get lost. Small batches: each mail being sent uses a connection. */
const workerOptions = {
  perJobResults: true,
  batchSize: 3,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 2,
  notifyPollingIntervalSeconds: 2,
} as const;

/**
 * The mail queue in Postgres, shared by all processes: a row per mail, and a pg-boss job with the row's id.
 * @param report receives messages for the operator, without addresses and texts of mails
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
    ...supervision,
  });
  let silentUntil = 0;
  boss.on('error', error => {
    // While the database is unreachable there is an error at every poll.
    if (Date.now() < silentUntil) return;
    silentUntil = Date.now() + 60_000;
    report(`mail queue: ${'code' in error ? error.code : error.name}`);
  });
  await boss.start();
  await boss.createQueue(QUEUE, { ...retryPolicy, notify: true });
  const settle = ({ id, data }: Job<{ mail: string }>) =>
    deliver(db, send, data.mail, report).then(
      () => ({ id, status: 'completed' as const }),
      // Not thrown, because pg-boss would store the error, which may contain an address.
      () => ({ id, status: 'failed' as const }),
    );
  await boss.work(QUEUE, workerOptions, (jobs: Job<{ mail: string }>[]) => Promise.all(jobs.map(settle)));
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

/** A sent mail's personal data is deleted; the row stays, so that the mail is not sent again. */
const blank = { to_address: null, reply_to: null, subject: null, text: null, html: null };

/** Locks the row while the mail is sent: of two concurrent attempts one fails and is retried later. */
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

/** Error code and SMTP reply code only, because the server's text may contain the address. */
function reasonOf(error: unknown): string {
  const { code, responseCode } = (error ?? {}) as SmtpError;
  return [code, responseCode].filter(Boolean).join(' ') || 'unknown reason';
}

/** RFC 5321: 5xx for a recipient is permanent. For the sender, login or connection it is a problem of the configuration. */
function isFinal(error: unknown): boolean {
  const { responseCode, command } = (error ?? {}) as SmtpError;
  return command === 'RCPT TO' && Number(responseCode) >= 500;
}
