import type { Client } from '../../../../facade/client/client.ts';
import { isPassing } from '../../../../facade/client/failure.ts';
import type { BodyOf, ReplyOf } from '../../../../facade/endpoint.ts';
import { profile } from '../../../../facade/users.ts';
import { answerQuestions } from '../../../../facade/vocabularies.ts';
import { storageKey } from './stored-answers.ts';

/** What a visitor answered on the home page. */
export type SampleAnswers = BodyOf<typeof answerQuestions>;

/** How long after a sign-up the answers wait for the first login, in milliseconds. */
const MAX_AGE = 7 * 86_400_000;

interface StoredAnswers {
  readonly tried: SampleAnswers;
  /** The username of the sign-up; null for a sign-in provider. */
  readonly username: string | null;
  readonly at: number;
  /** The command's id: sent twice, the answers count once. */
  readonly id: string;
}

let given: SampleAnswers | null = null;

/** Holds the answers in memory, for as long as the page is open. */
export function setSampleAnswers(tried: SampleAnswers): void {
  given = tried;
}

export function sampleAnswersOfPage(): SampleAnswers | null {
  return given;
}

/** Called at a sign-up: stores the answers on this device until the first login. */
export function storeForFirstLogin(username: string | null): void {
  if (!given) return;
  const kept: StoredAnswers = { tried: given, username, at: Date.now(), id: crypto.randomUUID() };
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage is not available: the answers are lost.
  }
}

/**
 * Sends the stored answers after the first login, once.
 * @returns whether answers were sent
 */
export async function sendStoredAnswers(client: Client, username: string | null): Promise<boolean> {
  const kept = readStored();
  if (!kept) return false;
  if (kept.username !== null && kept.username !== username) return false;
  try {
    // The provider sign-in has no username and may have been cancelled, so the answers are not for an existing account.
    if (kept.username === null && !isNew(await client.call(profile))) {
      localStorage.removeItem(storageKey);
      return false;
    }
    await client.call(answerQuestions, { body: kept.tried, commandId: kept.id });
  } catch (failure) {
    // Without a reply they are sent at the next login; a refusal is final.
    if (!isPassing(failure)) localStorage.removeItem(storageKey);
    return false;
  }
  localStorage.removeItem(storageKey);
  return true;
}

function isNew({ bookProgress, lastRead }: ReplyOf<typeof profile>): boolean {
  const books = Object.values(bookProgress);
  return (
    books.every(({ percentRead, percentKnown }) => percentRead === 0 && percentKnown === 0) &&
    Object.values(lastRead).every(chapters => Object.keys(chapters).length === 0)
  );
}

function readStored(): StoredAnswers | undefined {
  try {
    const kept: StoredAnswers | null = JSON.parse(localStorage.getItem(storageKey) ?? 'null');
    if (!kept) return undefined;
    if (Date.now() - kept.at < MAX_AGE) return kept;
  } catch {
    // Invalid data is removed.
  }
  localStorage.removeItem(storageKey);
  return undefined;
}
