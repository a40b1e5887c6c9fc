import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import express from 'express';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { expect, vi } from 'vitest';
import { subscription, subscriptionStream } from '../../command-api/billing/subscription.ts';
import { putLibrary } from '../../command-api/catalogue/put-library.ts';
import { accessToken } from '../../command-api/identity/sessions/access-token.ts';
import type { Mail } from '../../command-api/mail/mail.ts';
import { commandLimit, rateLimits } from '../../command-api/rate-limits.ts';
import { connect } from '../../database/connect.ts';
import type { Database } from '../../database/tables.ts';
import type { Role } from '../../domain/account/roles.ts';
import type { LibraryContent } from '../../domain/catalogue/catalogue.ts';
import type { SubscriptionStatus } from '../../domain/subscription/subscription.ts';
import { upcasters } from '../../domain/vocabulary/upcasters.ts';
import { aggregates } from '../../event-store/aggregate/aggregates.ts';
import { postgresSnapshots } from '../../event-store/aggregate/snapshots.ts';
import { postgresLog } from '../../event-store/postgres/postgres-log.ts';
import { type UpcastingLog, upcastingLog } from '../../event-store/upcasting.ts';
import { stripeWebhook } from '../../facade/billing.ts';
import type { Endpoint, ReplyOf } from '../../facade/endpoint.ts';
import { tokenKeyOf } from '../../facade/express/tokens.ts';
import { projections } from '../../projections/projections.ts';
import { runProjections } from '../../projections/runner/run.ts';
import type { Sounds } from '../../query-api/sound.ts';
import { composeApi } from '../../server/api.ts';
import { learnerStreams } from '../../server/learner-streams.ts';
import { loggerOn } from '../../server/logging/logger.ts';
import { sandboxBilling } from '../../server/payment-provider.ts';
import { openPayments, type Payments } from '../../server/sandbox/payments/payments.ts';
import { testDatabase } from './database.ts';
import { allTables, withEmptyReadModels, withSmallLibrary } from './templates.ts';

/** An account with a session and its token; it never signed up. */
export interface Learner {
  readonly id: string;
  readonly username: string;
  readonly token: string;
}

export interface Reply<E> {
  readonly status: number;
  readonly body: ReplyOf<E>;
  /** The same body as it is when the call failed. */
  readonly failure: { readonly message?: string; readonly errorField?: string; readonly isError?: boolean };
  readonly headers: Headers;
  /** `X-Log-Position` of a command's reply. */
  readonly position: string | undefined;
}

export interface Sent {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** `Idempotency-Key` */
  readonly commandId?: string;
  /** `X-Log-Position` */
  readonly after?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface LearningApp {
  readonly db: Kysely<Database>;
  readonly pool: pg.Pool;
  readonly log: UpcastingLog;
  readonly mails: Mail[];
  /** The simulated payment provider. */
  readonly payments: Payments;
  /** Where it answers. */
  readonly origin: string;
  /** Lines of the log. */
  readonly reports: string[];
  /** While true no mail is taken. */
  readonly mailbox: { away: boolean };
  readonly learner: (username: string, roles?: readonly Role[]) => Promise<Learner>;
  /** Records what the payment provider says, and waits until the read model says it too. */
  readonly subscribe: (
    learner: Learner,
    status: SubscriptionStatus,
    cancelsAtPeriodEnd?: boolean,
  ) => Promise<void>;
  readonly call: <E extends Endpoint>(endpoint: E, caller: Learner | null, sent?: Sent) => Promise<Reply<E>>;
  readonly close: () => Promise<void>;
}

/**
 * The real command and query API over HTTP, on a Postgres database of its own with log, projections and the small
 * library. The caller closes it. Resolves when the read models have been built.
 * @param options.content instead of the small library
 * @param options.projecting false: the projections have never run
 * @param options.webhooks false: those of the payment provider are lost
 */
export async function learningApp({
  content,
  projecting = true,
  webhooks = true,
  sounds,
  analyticsAtProvider = false,
}: {
  content?: LibraryContent;
  projecting?: boolean;
  webhooks?: boolean;
  analyticsAtProvider?: boolean;
  sounds?: Sounds;
} = {}): Promise<LearningApp> {
  const withLibrary = projecting ? withEmptyReadModels : withSmallLibrary;
  const { url, drop } = await testDatabase({ keep: true, template: content ? allTables : withLibrary });
  const connection = connect(url);
  const { db, pool } = connection;
  if (content) await putLibrary(db, content);
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  const snapshots = await postgresSnapshots(pool);
  const commands = aggregates(log, { snapshots });
  const keys = [tokenKeyOf(randomBytes(32).toString('hex'))] as const;
  const mails: Mail[] = [];
  const reports: string[] = [];
  const mailbox = { away: false };
  const end = new AbortController();
  const report = (line: string) => void reports.push(line);
  const projected = projecting
    ? runProjections({ log, databaseUrl: url, projections, signal: end.signal, report })
    : Promise.resolve();
  const areReadModelsBuilt = async () => {
    const found = await pool
      .query<{ built: boolean }>('select bool_and(built) as built from read_models.checkpoints')
      .catch(() => undefined);
    return found?.rows[0]?.built === true;
  };
  if (projecting) await vi.waitUntil(areReadModelsBuilt, { timeout: 120_000, interval: 20 });
  let origin = '';
  const payments = await openPayments({ publicUrl: () => origin });
  const api = composeApi({
    roles: ['command-api', 'query-api'],
    connection,
    events: { log, snapshots },
    histories: learnerStreams(log),
    sounds,
    keys,
    remember: async () => {},
    queueMail: async mail => {
      if (mailbox.away) throw new Error('mailbox away');
      mails.push(mail);
    },
    billing: { ...sandboxBilling(payments), automaticTax: false, withdrawalConsent: false },
    analyticsAtProvider,
    publicUrl: 'http://camino.example',
    contactAddress: 'team@camino.example',
    limits: rateLimits,
    commandLimit,
    logger: loggerOn({ write: report }),
  });
  const server = express().use(payments.pages).use(api).listen(0, '127.0.0.1');
  await new Promise(resolve => server.once('listening', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function learner(username: string, roles: readonly Role[] = ['user']): Promise<Learner> {
    const id = randomBytes(16).toString('hex');
    const session = randomBytes(16).toString('hex');
    await db
      .insertInto('accounts')
      .values({
        id,
        username,
        email: `${username}@camino.example`,
        roles: [...roles],
        verified_at: new Date(),
      })
      .execute();
    await db.insertInto('sessions').values({ id: session, account_id: id }).execute();
    const account = { id, username, roles: [...roles] };
    return { id, username, token: accessToken(keys, account, { session, activeSubscription: false }) };
  }

  async function subscribe(
    { id }: Learner,
    status: SubscriptionStatus,
    cancelsAtPeriodEnd = false,
  ): Promise<void> {
    await commands.execute(
      subscription,
      subscriptionStream(id),
      {
        type: 'record',
        now: { status, paidUntil: null, cancelsAtPeriodEnd, pastDueSince: null, payment: 'kept' },
        providerEvent: randomBytes(8).toString('hex'),
      },
      { commandId: crypto.randomUUID(), actor: 'system', at: new Date().toISOString() },
    );
    await expect
      .poll(
        async () =>
          (await pool.query('select status from read_models.subscriptions where learner = $1', [id])).rows,
      )
      .toEqual([{ status }]);
  }

  async function call<E extends Endpoint>(
    { method, path }: E,
    caller: Learner | null,
    { params = {}, query, body, commandId, after, headers }: Sent = {},
  ): Promise<Reply<E>> {
    const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
    const search = query ? `?${new URLSearchParams(query)}` : '';
    const response = await fetch(origin + address + search, {
      method,
      headers: {
        ...(caller && { Authorization: `Bearer ${caller.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...(commandId !== undefined && { 'Idempotency-Key': commandId }),
        ...(after !== undefined && { 'X-Log-Position': after }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const reply = text ? JSON.parse(text) : {};
    const position = response.headers.get('X-Log-Position') ?? undefined;
    return { status: response.status, body: reply, failure: reply, headers: response.headers, position };
  }

  async function close(): Promise<void> {
    server.closeAllConnections();
    await new Promise(resolve => server.close(resolve));
    end.abort();
    await projected;
    await payments.close();
    await log.close();
    await connection.close();
    await drop();
  }

  if (webhooks) payments.deliverTo(`${origin}${stripeWebhook.path}`);
  return { db, pool, log, mails, payments, origin, reports, mailbox, learner, subscribe, call, close };
}
