import type { Request, Response } from 'express';
import { v7 as uuidv7 } from 'uuid';
import { type Endpoint, headers } from '../endpoint.ts';
import { type LogPosition, parseLogPosition } from '../log-position.ts';
import { jsonBody, usualBodyLimit } from './body.ts';
import type { FailedReply } from './failures.ts';
import { badInput, validate } from './validation.ts';

type Parts = Readonly<Record<'params' | 'query' | 'body', unknown>>;

interface Bad {
  readonly bad: FailedReply;
}

/** Reads and validates the parts of a request that the endpoint has a schema for; the others are undefined. */
export function partsOf(
  endpoint: Endpoint,
): (request: Request, response: Response) => Promise<{ readonly parts: Parts } | Bad> {
  const readBody = endpoint.body && jsonBody(endpoint.bodyLimit ?? usualBodyLimit);
  return async (request, response) => {
    const parts: Record<keyof Parts, unknown> = { params: undefined, query: undefined, body: undefined };
    for (const part of ['params', 'query', 'body'] as const) {
      const schema = endpoint[part];
      if (!schema) continue;
      if (part === 'body' && readBody) {
        const read = await readBody(request, response);
        if ('bad' in read) return read;
      }
      const validated = validate(schema, request[part], part);
      if (!validated.ok) return { bad: validated.bad };
      parts[part] = validated.value;
    }
    return { parts };
  };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** The command id, generated where none was sent, and the position that a query waits for. */
export function sentHeaders(
  request: Request,
): { readonly commandId: string; readonly after: LogPosition | undefined } | Bad {
  const sentId = request.get(headers.commandId);
  if (sentId !== undefined && !uuid.test(sentId))
    return { bad: badInput(headers.commandId, 'must be a UUID') };
  const position = request.get(headers.logPosition);
  const after = position === undefined ? undefined : parseLogPosition(position);
  // Digits only: sent by a page loaded before an upgrade. Without a log id there is nothing to wait for.
  if (position !== undefined && !after && !/^[0-9.]{1,50}$/.test(position))
    return { bad: badInput(headers.logPosition, 'is not a position') };
  return { commandId: sentId?.toLowerCase() ?? uuidv7(), after };
}
