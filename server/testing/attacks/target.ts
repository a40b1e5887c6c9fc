import http from 'node:http';
import { expect, vi } from 'vitest';
import { createAccountWithPassword } from '../../../command-api/identity/accounts/accounts.ts';
import { connect } from '../../../database/connect.ts';
import type { Endpoint } from '../../../facade/endpoint.ts';
import { endpoints } from '../../../facade/endpoints.ts';
import { startApp, stopApp } from '../../../tooling/testing/app.ts';
import { testDatabase } from '../../../tooling/testing/database.ts';
import { mailServer } from '../../../tooling/testing/mail-server.ts';
import { runDirectory } from '../../../tooling/testing/run-directory.ts';
import { sample } from '../../../tooling/testing/sample.ts';
import { inProduction } from '../../../tooling/testing/templates.ts';
import { freePort } from '../../postgres/port.ts';

export const TOKEN_SECRET = '8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b8f1b6f5c2a9d4e7b';
const STRIPE_SECRET_KEY = 'sk_live_9f2c7d1e';
const STRIPE_WEBHOOK_SECRET = 'whsec_4b8e1a6f';
export const password = 'Rocinante-1605';

export interface Answer {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
}

export const as = (token: string) => ({ Authorization: `Bearer ${token}` });
export const from = (address: string) => ({ 'X-Forwarded-For': address });
export const cookieIn = ({ headers }: Answer) =>
  headers['set-cookie']?.map(one => /^jwt=([^;]+)/.exec(one)?.[1]).find(value => value) ?? '';
export const withCookie = (value: string) => ({ Cookie: `jwt=${value}` });

export const forLearners = endpoints.filter(
  ({ callers }) => Array.isArray(callers) && callers.includes('user'),
);

export type Target = Awaited<ReturnType<typeof openTarget>>;

/** The whole application as production runs it, and what attacks on it need. The caller closes it. */
export async function openTarget() {
  const database = await testDatabase({ keep: true, template: inProduction });
  const connection = connect(database.url);
  const mail = await mailServer({ keep: true });
  const { directory, remove } = await runDirectory();
  const port = await freePort();
  const origin = `http://localhost:${port}`;
  /** What must not be in the log. */
  const secrets = new Set([TOKEN_SECRET, STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, password]);
  const counts = { tried: 0, repelled: 0 };
  let log = '';
  const production = {
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    HOST: '127.0.0.1',
    PUBLIC_URL: origin,
    SMTP_URL: mail.url,
    TOKEN_SECRET,
    STRIPE_SECRET_KEY,
    STRIPE_WEBHOOK_SECRET,
    DRAIN_SECONDS: '0',
  };
  const app = await startApp({ port, directory }, production, text => {
    log += text;
  });
  await vi.waitUntil(async () => (await fetch(`${origin}/health/ready`)).ok, { timeout: 60_000 });

  /** One request as it is written, paths and headers included: `fetch` would straighten them out. */
  function send(
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {},
  ): Promise<Answer> {
    const content = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const request = http.request(
        {
          host: '127.0.0.1',
          port,
          method,
          path,
          headers: { ...(content && { 'Content-Type': 'application/json' }), ...headers },
        },
        response => {
          let text = '';
          response.setEncoding('utf8').on('data', chunk => {
            text += chunk;
          });
          response.on('end', () =>
            resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
          );
        },
      );
      request.on('error', reject);
      request.end(content);
    });
  }

  function logIn(credential: string, typed = password, headers = {}): Promise<Answer> {
    secrets.add(typed);
    return send('POST', '/auth/login', { body: { credential, password: typed }, headers });
  }

  let made = 0;
  /** An account that is logged in. */
  async function learner() {
    const username = `rocin${String.fromCharCode(97 + made++)}`;
    await createAccountWithPassword(connection.db, {
      username,
      email: `${username}@correo.example`,
      password,
    });
    return { username, email: `${username}@correo.example`, ...(await session(username)) };
  }

  async function session(username: string) {
    const answer = await logIn(username, password, from(`10.1.${made}.1`));
    expect(answer.status).toBe(200);
    const token = String(JSON.parse(answer.text).accessToken);
    const cookie = cookieIn(answer);
    secrets.add(token).add(cookie);
    return { token, cookie };
  }

  /** Counts an attack; it is repelled when `holds` does not throw. */
  async function attack(name: string, holds: () => Promise<void> | void): Promise<void> {
    counts.tried++;
    try {
      await holds();
      counts.repelled++;
    } catch (error) {
      throw new Error(`not repelled: ${name}`, { cause: error });
    }
  }

  /** A good call of an endpoint, with some of its fields changed. */
  function call(
    { method, path, params, query, body }: Endpoint,
    headers: Readonly<Record<string, string>>,
    change: (part: Record<string, unknown>) => Record<string, unknown> = part => part,
  ): Promise<Answer> {
    const part = (schema: Endpoint['body']) =>
      schema ? change(sample(schema) as Record<string, unknown>) : {};
    const given = part(params);
    const address = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(given[name])));
    const asked = new URLSearchParams(
      Object.entries(part(query)).map(([name, value]) => [name, String(value)]),
    );
    return send(method, asked.size ? `${address}?${asked}` : address, {
      ...(body && { body: part(body) }),
      headers,
    });
  }

  /** Stops the application. @returns all that it wrote to its log */
  async function stop(): Promise<string> {
    await stopApp(app);
    return log;
  }

  async function close(): Promise<void> {
    await stop();
    await mail.close();
    await connection.close();
    await database.drop();
    await remove();
  }

  return {
    connection,
    mail,
    origin,
    secrets,
    counts,
    databaseUrl: database.url,
    send,
    logIn,
    learner,
    attack,
    call,
    stop,
    close,
  };
}
