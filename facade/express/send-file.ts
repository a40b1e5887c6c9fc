import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Request, Response } from 'express';
import type { ExportedFile } from '../export.ts';

export function isFile(reply: unknown): reply is ExportedFile {
  return typeof reply === 'object' && reply !== null && 'content' in reply && 'fileName' in reply;
}

/**
 * Streams a file, compressed if the client accepts it. A piece is produced only when the client has consumed those before it,
 * so that memory is bounded. It stops when the client disconnects.
 * @throws the error of a piece; the reply has begun by then and remains incomplete
 */
export async function sendFile(
  request: Request,
  response: Response,
  media: string,
  { fileName, content }: ExportedFile,
): Promise<void> {
  response.setHeader('Content-Type', `${media}; charset=utf-8`);
  response.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  response.vary('Accept-Encoding');
  const compressed = request.acceptsEncodings('gzip') === 'gzip';
  if (compressed) response.setHeader('Content-Encoding', 'gzip');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    if (compressed) await pipeline(content, createGzip(), response);
    else await pipeline(content, response);
  } catch (error) {
    const hasLeft = error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE';
    if (!hasLeft) throw error;
  }
}
