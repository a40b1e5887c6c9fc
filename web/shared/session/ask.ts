import type { Session } from './session.ts';

/**
 * Asks for a file with the access token, which neither a link nor an audio element can send. A 403 refreshes the token and
 * asks once more, but not for another account: another tab may have logged in as somebody else.
 * @throws CallFailure when the token cannot be refreshed; what fetch throws
 */
export async function askForFile(
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
