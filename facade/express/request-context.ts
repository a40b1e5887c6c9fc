import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { headers } from '../endpoint.ts';

/** Fields of the current request, added to every log line written while it is handled. */
export interface RequestContext {
  /** `X-Request-Id` of request and reply. */
  readonly requestId: string;
  /** `Idempotency-Key` of a command, once it has been read. */
  commandId?: string;
}

const current = new AsyncLocalStorage<RequestContext>();

export function requestContext(): RequestContext | undefined {
  return current.getStore();
}

/** A request id accepted from a proxy or client. Restricted, because it is written to the log. */
const wellFormed = /^[\w-]{8,64}$/;

/** Gives each request an id, the proxy's if there is one, and returns it as a header. */
export const withRequestContext: RequestHandler = (request, response, next) => {
  const sent = request.get(headers.requestId);
  const requestId = sent !== undefined && wellFormed.test(sent) ? sent : uuidv7();
  response.setHeader(headers.requestId, requestId);
  current.run({ requestId }, next);
};
