import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { isRefusal } from '../../domain/refusal.ts';
import { type Endpoint, type Failure, headers } from '../endpoint.ts';
import { endpoints } from '../endpoints.ts';
import { formatLogPosition, shortLogId } from '../log-position.ts';
import type { Handler, HandlerRequest, Serve } from './api.ts';
import { type Authentication, callerOf, foreign, refuseCaller } from './callers.ts';
import { type FailedReply, fromError, fromRefusal } from './failures.ts';
import { fingerprint } from './fingerprint.ts';
import type { Logger } from './logger.ts';
import { outages } from './outages.ts';
import { referencePages } from './reference-pages.ts';
import { requestContext, withRequestContext } from './request-context.ts';
import { partsOf, sentHeaders } from './request-parts.ts';
import { isFile, sendFile } from './send-file.ts';
import { badInput } from './validation.ts';

export interface ApiOptions extends Authentication {
  /** Which endpoints this process serves. */
  readonly served: readonly Endpoint['served'][];
  /**
   * Counts one command of a signed-in caller, or the weight that a bulk act has beyond one; resolves with the seconds to
   * wait when there were too many, else 0.
   */
  readonly commandRate?: (callerId: string, weight: number) => Promise<number>;
  /** The id of the log that commands write to; rejects while it is unreachable. Required where commands are served. */
  readonly logId?: () => Promise<string>;
  /** Receives one line per unexpected error, and two per outage. */
  readonly logger: Logger;
}

export interface Api {
  /** To be mounted at the root, after static files and before the app's page. */
  readonly router: Router;
  /** Registers a handler. Throws when this process does not serve the endpoint, or it has a handler already. */
  readonly serve: Serve;
  /** Call it when all areas are registered: throws, with their names, when endpoints have no handler. */
  readonly assertServed: () => void;
}

/** Paths where a missing file is a 404 and never the app's page, which would look like a success. */
const ownPrefixes = ['/answers', '/img', '/badges', '/spanish-words', '/spanish-sentences'];

/** The routes of the endpoint table that this process serves, with validation and authorisation. */
export function createApi(options: ApiOptions): Api {
  const { logger } = options;
  const reporting = { logger, outage: outages(logger) };
  const mine = endpoints.filter(endpoint => options.served.includes(endpoint.served));
  const handlers = new Map<string, Handler<Endpoint>>();
  const router = express.Router();
  router.use(withRequestContext);

  for (const endpoint of mine) {
    const answer = answering(endpoint, options, () => handlers.get(endpoint.name));
    router[routeOf(endpoint)](endpoint.path, async (request, response) => {
      try {
        const failed = await answer(request, response);
        if (failed) reply(response, failed, endpoint);
      } catch (error) {
        const failed = fromError(error, `${endpoint.method} ${endpoint.path}`, reporting);
        // The reply has begun: closing the connection shows the client that it is incomplete.
        if (response.headersSent) response.destroy();
        else reply(response, failed, endpoint);
      }
    });
  }
  refuseOtherMethods(router, mine);
  router.use(referencePages(endpoints));
  router.use(ownPrefixes, (_request, response) => {
    reply(response, { status: 404, failure: { message: 'not found' } });
  });
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    // Express throws this for a parameter that is not valid percent-encoding.
    if (error instanceof URIError) reply(response, badInput('address', 'is not valid'));
    else next(error);
  });

  return {
    router,
    serve: (endpoint, handler) => {
      if (!mine.some(one => one.name === endpoint.name))
        throw new Error(`${endpoint.name} is not an endpoint of this process (${options.served.join(', ')})`);
      if (handlers.has(endpoint.name)) throw new Error(`${endpoint.name} is served twice`);
      // Safe: a handler is only called with the output of its own endpoint's schemas.
      handlers.set(endpoint.name, handler as unknown as Handler<Endpoint>);
    },
    assertServed: () => {
      const missing = mine.filter(({ name }) => !handlers.has(name)).map(({ name }) => name);
      if (missing.length) throw new Error(`endpoints without a handler: ${missing.join(', ')}`);
    },
  };
}

function routeOf({ method }: Endpoint): 'get' | 'post' | 'put' | 'patch' | 'delete' {
  return ({ GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const)[method];
}

/** Validates, handles and answers a request; resolves with the failure, if any. */
function answering(
  endpoint: Endpoint,
  { commandRate, logId, ...authentication }: ApiOptions,
  handlerOf: () => Handler<Endpoint> | undefined,
): (request: Request, response: Response) => Promise<FailedReply | undefined> {
  const readParts = partsOf(endpoint);
  const countsCommand = endpoint.served === 'command' ? commandRate : undefined;

  return async (request, response) => {
    const strange = foreign(endpoint, request);
    if (strange) return strange;
    const caller = await callerOf(request, authentication);
    const unwelcome = refuseCaller(endpoint.callers, caller);
    if (unwelcome) return { status: 403, failure: { message: unwelcome } };
    // Once before the body is read, and the rest of a bulk act when its size is known.
    const wait = caller && countsCommand ? await countsCommand(caller.id, 1) : 0;
    if (wait > 0) return tooManyCommands(wait);

    const read = await readParts(request, response);
    if ('bad' in read) return read.bad;
    const { parts } = read;
    const heavier = bulkWeight(parts.body) - 1;
    const longer = caller && countsCommand && heavier > 0 ? await countsCommand(caller.id, heavier) : 0;
    if (longer > 0) return tooManyCommands(longer);

    const sent = sentHeaders(request);
    if ('bad' in sent) return sent.bad;
    const { commandId, after } = sent;
    const context = requestContext();
    if (context && endpoint.served === 'command') context.commandId = commandId;

    const handler = handlerOf();
    if (!handler) throw new Error(`${endpoint.name} has no handler`);
    let written: string | undefined;
    const result = await handler({
      ...(parts as Pick<HandlerRequest<Endpoint>, 'params' | 'query' | 'body'>),
      // What anyone may call, a reset code calls as nobody: it can only set a password.
      caller: (endpoint.callers === 'anyone' && caller && 'purpose' in caller
        ? null
        : caller) as HandlerRequest<Endpoint>['caller'],
      commandId,
      // Hashing a large body takes time, and only commands need it.
      get fingerprint() {
        return fingerprint(endpoint.name, parts.params, parts.query, request.body);
      },
      at: new Date().toISOString(),
      after,
      appended: position => {
        written = position;
      },
      stale: () => void response.setHeader(headers.stale, 'true'),
      readAt: at => void response.setHeader(headers.logPosition, formatLogPosition(at)),
      http: { request, response },
    });
    if (written !== undefined) {
      // If the log is unreachable right after the append, the reply lacks the position.
      const log = await logId?.().catch(() => undefined);
      if (log !== undefined)
        response.setHeader(
          headers.logPosition,
          formatLogPosition({ log: shortLogId(log), position: written }),
        );
    }
    if (isRefusal(result)) return fromRefusal(result);
    if (!response.headersSent) await send(endpoint, result, request, response);
    return undefined;
  };
}

/** Sends what a handler returned: a file, bytes, or JSON. */
async function send(
  endpoint: Endpoint,
  result: unknown,
  request: Request,
  response: Response,
): Promise<void> {
  setCacheControl(response, endpoint.path.startsWith('/answers/') ? 'private, no-cache' : uncached);
  response.status(endpoint.success ?? 200);
  // Express adds a charset to the type of text, not of bytes.
  if (endpoint.media && result instanceof Uint8Array) response.type(endpoint.media).send(Buffer.from(result));
  else if (endpoint.media && isFile(result)) await sendFile(request, response, endpoint.media, result);
  else response.json(result);
}

/** Fragments of a bulk act that count as one command: a long sentence asks for about as many. */
const FRAGMENTS_OF_A_COMMAND = 100;

/** How many commands a body counts as (decision 12). */
function bulkWeight(body: unknown): number {
  const { fragments } = (body ?? {}) as { readonly fragments?: unknown };
  return Array.isArray(fragments) ? Math.max(1, Math.ceil(fragments.length / FRAGMENTS_OF_A_COMMAND)) : 1;
}

function tooManyCommands(seconds: number): FailedReply {
  const failure = {
    message: 'too many requests',
    messageVerbose: 'Too many requests. Please wait a moment.',
  };
  return { status: 429, failure, retryAfter: seconds };
}

const uncached = 'private, no-store';

/** Replies to the admin's forms have `isError` in addition to the message (spec 7). */
function isForStaff({ callers }: Endpoint): boolean {
  return typeof callers !== 'string' && !callers.includes('user');
}

function reply(response: Response, { status, failure, retryAfter }: FailedReply, endpoint?: Endpoint): void {
  const body: Failure = endpoint && isForStaff(endpoint) ? { ...failure, isError: true } : failure;
  if (retryAfter !== undefined) response.setHeader('Retry-After', String(retryAfter));
  response.setHeader('Cache-Control', uncached);
  response.status(status).json(body);
}

function setCacheControl(response: Response, value: string): void {
  if (!response.hasHeader('Cache-Control')) response.setHeader('Cache-Control', value);
}

/** 405 for other methods, except GET and HEAD, because several paths are also pages of the app. */
function refuseOtherMethods(router: Router, mine: readonly Endpoint[]): void {
  const methods = Map.groupBy(mine, ({ path }) => path);
  for (const [path, served] of methods) {
    const allowed = served.map(({ method }) => method).join(', ');
    router.all(path, (request, response, next) => {
      if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return next();
      response.setHeader('Allow', allowed);
      reply(response, { status: 405, failure: { message: `only ${allowed} is possible here` } });
    });
  }
}
