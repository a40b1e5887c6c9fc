import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestHandler } from 'express';
import { uuidv7 } from 'uuidv7';
import { headers } from '../endpoint.ts';

/** Which request the running code belongs to. Every line logged meanwhile carries these fields. */
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

/** An id as a proxy or a client may send it: it ends up in a log, so it is short and plain. */
const wellFormed = /^[\w-]{8,64}$/;

/** Gives each request an id, the proxy's own where there is one, and returns it as a header. */
export const withRequestContext: RequestHandler = (request, response, next) => {
  const sent = request.get(headers.requestId);
  const requestId = sent !== undefined && wellFormed.test(sent) ? sent : uuidv7();
  response.setHeader(headers.requestId, requestId);
  current.run({ requestId }, next);
};
