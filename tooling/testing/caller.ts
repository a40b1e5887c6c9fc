import { randomUUID } from 'node:crypto';
import type { RecordedEvent } from '../../event-store/log.ts';
import { wholeStream } from '../../event-store/suite/test-events.ts';
import { logins } from '../../server/sandbox/logins.ts';
import { openLog } from '../../server/stores.ts';

/** A server that handles calls: a process, or a load balancer. */
export interface Server {
  readonly url: string;
}

export interface Sent {
  readonly body?: unknown;
  readonly commandId?: string;
  /** `X-Log-Position`: the read models must have reached it. */
  readonly after?: string | undefined;
}

export interface Reply<Body> {
  readonly status: number;
  readonly body: Body;
  /** Empty for a query. */
  readonly position: string;
  readonly stale: boolean;
}

/** One of the ready-made accounts, logged in, and what it does with the vocabulary of the first chapter. */
export interface CallingLearner {
  readonly token: string;
  readonly language: string;
  /** Stems of the chapter that are asked about. */
  readonly fragments: readonly string[];
  readonly call: <Body>(to: Server, method: string, path: string, sent?: Sent) => Promise<Reply<Body>>;
  readonly mark: (
    to: Server,
    fragmentId: string | undefined,
    how?: { commandId?: string; newState?: 'seen' | 'known'; newLevel?: 'I' | 'II' | 'III' | 'IV' },
  ) => Promise<Reply<unknown>>;
  /** The fragments that the read model shows as known. */
  readonly known: (from: Server, after: string) => Promise<{ stale: boolean; fragments: string[] }>;
  /** All of the vocabulary's stream, read from the log itself. */
  readonly events: (databaseUrl: string) => Promise<readonly RecordedEvent[]>;
}

interface Word {
  readonly skipped: string | null;
  readonly stem: { readonly _id: string };
}

export async function signIn(username: string, commands: Server, queries: Server): Promise<CallingLearner> {
  const password = logins.find(login => login.username === username)?.password;
  const { body: login } = await calling('')<{ accessToken: string }>(commands, 'POST', '/auth/login', {
    body: { credential: username, password },
  });
  const call = calling(login.accessToken);
  const { body: shelf } = await call<{ _id: string; title: string; language: { id: string } }[]>(
    queries,
    'GET',
    '/books',
  );
  const book = shelf.find(({ title }) => title === 'Platero y Yo');
  const language = book?.language.id ?? '';
  const { body: words } = await call<Word[]>(queries, 'GET', `/word-instances/${book?._id}/1`);
  return {
    token: login.accessToken,
    language,
    fragments: [...new Set(words.filter(({ skipped }) => skipped === null).map(({ stem }) => stem._id))],
    call,
    mark(to, fragmentId, { commandId = randomUUID(), newState = 'known', newLevel = 'IV' } = {}) {
      const body = { fragmentId, newState, newLevel, languageId: language };
      return call(to, 'PUT', '/vocabularies', { body, commandId });
    },
    async known(from, after) {
      const { body, stale } = await call<{ fragment: string; state: string }[]>(
        from,
        'GET',
        '/vocabularies',
        { after },
      );
      const fragments = body.filter(({ state }) => state === 'known').map(({ fragment }) => fragment);
      return { stale, fragments };
    },
    events: databaseUrl => streamOf(`vocabulary-${accountOf(login.accessToken)}-${language}`, databaseUrl),
  };
}

/** Calls with an access token, or without one when it is empty. */
export function calling(token: string): CallingLearner['call'] {
  return async <Body>(to: Server, method: string, path: string, { body, commandId, after }: Sent = {}) => {
    const response = await fetch(to.url + path, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(token && { Authorization: `Bearer ${token}` }),
        ...(commandId !== undefined && { 'Idempotency-Key': commandId }),
        ...(after !== undefined && { 'X-Log-Position': after }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      body: (text ? JSON.parse(text) : {}) as Body,
      position: response.headers.get('X-Log-Position') ?? '',
      stale: response.headers.get('X-Stale') === 'true',
    };
  };
}

function accountOf(token: string): string {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).sub;
}

async function streamOf(stream: string, databaseUrl: string): Promise<readonly RecordedEvent[]> {
  const log = await openLog(process.env['EVENTSTORE_URL'], databaseUrl);
  const events = await wholeStream(log, stream);
  await log.close();
  return events;
}
