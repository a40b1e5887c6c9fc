import type { Client } from '../../../../facade/client/client.ts';
import { isPassing } from '../../../../facade/client/failure.ts';
import type { BodyOf, ReplyOf } from '../../../../facade/endpoint.ts';
import { profile } from '../../../../facade/users.ts';
import { answerQuestions } from '../../../../facade/vocabularies.ts';
import { keptKey } from './kept.ts';

/** What a visitor answered on the home page. */
export type Tried = BodyOf<typeof answerQuestions>;

/** How long after a sign-up the answers wait for the first login, in milliseconds. */
const PATIENCE = 7 * 86_400_000;

interface Kept {
  readonly tried: Tried;
  /** Who signed up; null when a sign-in provider will say. */
  readonly username: string | null;
  readonly at: number;
  /** The command's id: sent twice, the answers count once. */
  readonly id: string;
}

let given: Tried | null = null;

/** Holds the answers in memory, for as long as the page is open. */
export function rememberTried(tried: Tried): void {
  given = tried;
}

export function triedHere(): Tried | null {
  return given;
}

/** Somebody signs up: the answers wait on this device for their first login. */
export function keepTried(username: string | null): void {
  if (!given) return;
  const kept: Kept = { tried: given, username, at: Date.now(), id: crypto.randomUUID() };
  try {
    localStorage.setItem(keptKey, JSON.stringify(kept));
  } catch {
    // Storage is off: three answers are given again in the book.
  }
}

/**
 * Sends what was kept for whoever has logged in, once.
 * @returns whether something was taken over
 */
export async function sendTried(client: Client, username: string | null): Promise<boolean> {
  const kept = keptNow();
  if (!kept) return false;
  if (kept.username !== null && kept.username !== username) return false;
  try {
    // Nobody said who it would be, and the visitor may have turned back: it is not for somebody who was here before.
    if (kept.username === null && !isNew(await client.call(profile))) {
      localStorage.removeItem(keptKey);
      return false;
    }
    await client.call(answerQuestions, { body: kept.tried, commandId: kept.id });
  } catch (failure) {
    // Without an answer they are sent at the next login; what is refused will always be.
    if (!isPassing(failure)) localStorage.removeItem(keptKey);
    return false;
  }
  localStorage.removeItem(keptKey);
  return true;
}

function isNew({ bookProgress, lastRead }: ReplyOf<typeof profile>): boolean {
  const books = Object.values(bookProgress);
  return (
    books.every(({ percentRead, percentKnown }) => percentRead === 0 && percentKnown === 0) &&
    Object.values(lastRead).every(chapters => Object.keys(chapters).length === 0)
  );
}

function keptNow(): Kept | undefined {
  try {
    const kept: Kept | null = JSON.parse(localStorage.getItem(keptKey) ?? 'null');
    if (!kept) return undefined;
    if (Date.now() - kept.at < PATIENCE) return kept;
  } catch {
    // It is not ours: it goes.
  }
  localStorage.removeItem(keptKey);
  return undefined;
}
