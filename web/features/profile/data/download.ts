import { CallFailure } from '../../../../facade/client/failure.ts';
import type { Endpoint, Failure } from '../../../../facade/endpoint.ts';
import { fetchFile } from '../../../shared/session/fetch-file.ts';
import type { Session } from '../../../shared/session/session.ts';

export interface Downloaded {
  readonly file: Blob;
  /** As the server names it. */
  readonly name: string;
}

/**
 * A file that the server makes, asked for with the access token, which a link cannot send. The browser keeps a large one on
 * disk.
 * @throws CallFailure, also when the file broke off; the signal's reason
 */
export async function download(
  session: Session,
  { path, method }: Pick<Endpoint, 'path' | 'method'>,
  signal: AbortSignal,
): Promise<Downloaded> {
  try {
    const reply = await fetchFile(session, path, { method, signal });
    if (!reply.ok) throw await failureOf(reply);
    const name = /filename="([\w.-]+)"/.exec(reply.headers.get('Content-Disposition') ?? '')?.[1];
    return { file: await reply.blob(), name: name ?? path.slice(path.lastIndexOf('/') + 1) };
  } catch (failure) {
    if (signal.aborted) throw signal.reason;
    if (failure instanceof CallFailure) throw failure;
    throw new CallFailure('FETCH_ERROR', { cause: failure });
  }
}

async function failureOf(reply: Response): Promise<CallFailure> {
  const body: unknown = await reply.json().catch(() => undefined);
  const isFailure = typeof body === 'object' && body !== null && 'message' in body;
  return new CallFailure('HTTP', { status: reply.status, ...(isFailure && { body: body as Failure }) });
}

export function save({ file, name }: Downloaded): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
