import { CallFailure } from '../../../facade/client/failure.ts';

/** Spec 8, admin forms: the server's data.message or the thrown message. */
export function adminMessage(failure: unknown): string {
  if (failure instanceof CallFailure)
    return failure.body?.message ?? (failure.status === undefined ? 'no server response' : failure.message);
  return failure instanceof Error ? failure.message : String(failure);
}

/** Passes a reply on. @throws its message when its isError is true (spec 8) */
export function raised<Reply extends { readonly message: string; readonly isError: boolean }>(
  reply: Reply,
): Reply {
  if (reply.isError) throw new Error(reply.message);
  return reply;
}
