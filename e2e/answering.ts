import { randomUUID } from 'node:crypto';
import { vi } from 'vitest';
import { calling } from '../tooling/testing/caller.ts';

/** A sentence of a first chapter, with its word questions in the order of the words. */
export interface AskedSentence {
  readonly bookId: string;
  readonly id: string;
  readonly contentVersion: string;
  readonly words: readonly { readonly position: number; readonly stem: string; readonly question: string }[];
}

/** What somebody reads and answers by calls, without a page. */
export interface Answering {
  readonly get: <Body>(path: string) => Promise<Body>;
  /** The sentences of a book's first chapter. */
  readonly sentencesOf: (bookId: string) => Promise<readonly AskedSentence[]>;
  /** Answers questions of a sentence: option 0 is right, null is 'I don't know yet'. */
  readonly answer: (
    sentence: AskedSentence,
    answers: readonly { readonly question: string; readonly chosen: number | null }[],
    milliseconds?: number,
  ) => Promise<void>;
  /** Goes to a sentence, as the reader's arrows do. */
  readonly goTo: (sentence: AskedSentence) => Promise<void>;
  /**
   * Resolves once these queries show everything that was sent. A page knows no position of what was sent past it, so
   * that it has to be opened after this.
   */
  readonly shownBy: (...paths: string[]) => Promise<void>;
}

export async function answering(
  { username, password }: { readonly username: string; readonly password: string },
  url: string,
): Promise<Answering> {
  const app = { url };
  let position = '';
  const send = async <Body>(method: string, path: string, body: unknown, token = ''): Promise<Body> => {
    const reply = await calling(token)<Body>(app, method, path, { body, commandId: randomUUID() });
    if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${JSON.stringify(reply.body)}`);
    position = reply.position || position;
    return reply.body;
  };
  const { accessToken } = await send<{ accessToken: string }>('POST', '/auth/login', {
    credential: username,
    password,
  });
  const call = calling(accessToken);
  const get = async <Body>(path: string) => (await call<Body>(app, 'GET', path)).body;
  return {
    get,
    async sentencesOf(bookId) {
      type Sentence = Record<'part' | 'chapter' | 'section' | 'position', number | string> & {
        readonly _id: string;
        readonly contentVersion: string;
      };
      type Word = {
        readonly sentence: string;
        readonly position: number;
        readonly stem: { readonly _id: string };
      };
      const { title } = await get<{ title: string }>(`/books/${bookId}`);
      const words = await get<Word[]>(`/word-instances/${bookId}/1`);
      const questions = await get<Record<string, { _id: string }>>(
        `/answers/${encodeURIComponent(title)}/ch1/ch1WordAnswers.json`,
      );
      const sentences = await get<Sentence[]>(`/sentences/${bookId}/1`);
      return sentences.map(({ _id, contentVersion, part, chapter, section, position }) => ({
        bookId,
        id: _id,
        contentVersion,
        words: words
          .filter(({ sentence }) => sentence === _id)
          .toSorted((a, b) => a.position - b.position)
          .flatMap(word => {
            const key = `${title} ${part}.${chapter}.${section}.${position}.${word.position}`;
            const question = questions[key]?._id;
            return question === undefined ? [] : [{ position: word.position, stem: word.stem._id, question }];
          }),
      }));
    },
    async answer({ bookId, id, contentVersion }, answers, milliseconds = 2_000) {
      const body = {
        bookId,
        chapter: 1,
        sentenceId: id,
        contentVersion,
        answers: answers.map(({ question, chosen }) => ({ question, chosen, milliseconds })),
      };
      await send('POST', '/answers', body, accessToken);
    },
    async goTo({ bookId, id }) {
      const body = { bookId, chapter: 1, sentenceId: id, navigated: true };
      await send('PATCH', '/users/last-read', body, accessToken);
    },
    async shownBy(...paths) {
      for (const path of paths)
        await vi.waitUntil(
          async () => {
            const { status, stale } = await call(app, 'GET', path, { after: position });
            return status === 200 && !stale;
          },
          { timeout: 120_000, interval: 50 },
        );
    },
  };
}
