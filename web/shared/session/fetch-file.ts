import type { Session } from './session.ts';

/**
 * Requests a file with the access token, which neither a link nor an audio element can send. After a 403 it refreshes the token
 * and retries once, unless another tab has logged in to another account.
 * @throws CallFailure if the token cannot be refreshed; errors of fetch
 */
export async function fetchFile(
  { client, auth }: Session,
  address: string,
  { method, signal }: { readonly method?: string; readonly signal: AbortSignal },
): Promise<Response> {
  const { accessToken, learner } = auth();
  const ask = (token: string | null) =>
    fetch(address, {
      ...(method !== undefined && { method }),
      headers: token === null ? {} : { Authorization: `Bearer ${token}` },
      signal,
    });
  const reply = await ask(accessToken);
  if (reply.status !== 403) return reply;
  const token = await client.refresh();
  return auth().learner === learner ? ask(token) : reply;
}
