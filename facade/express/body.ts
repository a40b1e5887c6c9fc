import express, { type Request, type Response } from 'express';
import { type BadInput, badInput } from './validation.ts';

/** Default of the largest body, in bytes. */
export const usualBodyLimit = 64 * 1024;

export type BodyReader = (
  request: Request,
  response: Response,
) => Promise<{ body: unknown } | { bad: BadInput }>;

/**
 * Reads only JSON: `application/json` in UTF-8, not compressed, an object or an array.
 * Anything else is 415, a body over `limit` bytes 413, malformed JSON 400.
 */
export function jsonBody(limit: number): BodyReader {
  const parse = express.json({ limit, inflate: false, strict: true, type: isJson });
  return async (request, response) => {
    if (hasBody(request) && !isJson(request))
      return { bad: badInput('Content-Type', 'must be application/json', 415) };
    const error = await new Promise<unknown>(resolve => parse(request, response, resolve));
    return error === undefined ? { body: request.body } : { bad: refused(error, limit) };
  };
}

/**
 * The body as bytes, whatever its content type, not decompressed.
 * @returns undefined when it is larger than `limit` bytes or cannot be read; the reply can still be sent then
 */
export async function bytesBody(
  request: Request,
  response: Response,
  limit: number,
): Promise<Buffer | undefined> {
  const read = express.raw({ limit, inflate: false, type: () => true });
  const error = await new Promise<unknown>(resolve => read(request, response, resolve));
  if (error !== undefined) return undefined;
  return Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
}

function hasBody({ headers }: Pick<Request, 'headers'>): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

function isJson({ headers }: { readonly headers: NodeJS.Dict<string | string[]> }): boolean {
  return /^application\/json\s*(;|$)/i.test(String(headers['content-type'] ?? ''));
}

function refused(error: unknown, limit: number): BadInput {
  const status = typeof error === 'object' && error !== null && 'status' in error ? error.status : undefined;
  if (status === 413) return badInput('body', `is larger than ${limit} bytes`, 413);
  if (status === 415) return badInput('body', 'must be plain JSON in UTF-8', 415);
  return badInput('body', 'is not valid JSON');
}
