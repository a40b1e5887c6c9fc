import { adminMessage } from '../replies.ts';
import type { Folder, FolderFile } from './folder.ts';
import { type SentenceBody, sentenceOf, wordsOf } from './json.ts';

export interface SentFile {
  readonly name: string;
  readonly state: 'waiting' | 'sending' | 'added' | 'failed';
  /** Why it failed. */
  readonly why?: string;
}

/** The sending of a folder, with one auto-sentence call per file (spec 7). */
export interface Sending {
  readonly folder: string;
  readonly state: 'sending' | 'stopped' | 'ended';
  readonly files: readonly SentFile[];
  /** Time of the next call, in the milliseconds of `now`; undefined during a call. */
  readonly nextAt?: number | undefined;
  /** Sum of the remaining pauses in milliseconds, without the calls. */
  readonly pausesLeft: number;
  /** The sentence that was sent last. */
  readonly sentence?: string | undefined;
}

export interface Sender {
  readonly subscribe: (listener: () => void) => () => void;
  /** Undefined before the first folder. */
  readonly sending: () => Sending | undefined;
  /** Sends a folder; stops the current one. */
  readonly send: (folder: Folder) => void;
  /** Stops after the current call. */
  readonly stop: () => void;
  /** Continues after a stop. */
  readonly resume: () => void;
  /** Sends files that failed again; without indexes all of them. Those under way are finished first. */
  readonly retry: (index?: number) => void;
}

/** Spec 7: the pause before the call of a run with this index, in milliseconds. The first goes at once. */
export function pauseBefore(index: number): number {
  return index === 0 ? 0 : 500 + 100 * index;
}

/**
 * @param post one call; rejects with what went wrong
 * @param pause resolves after milliseconds, or at once when the signal is aborted
 */
export function createSender({
  post,
  pause,
  now = Date.now,
}: {
  readonly post: (body: SentenceBody) => Promise<unknown>;
  readonly pause: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  readonly now?: () => number;
}): Sender {
  const listeners = new Set<() => void>();
  let current: { readonly folder: Folder; sending: Sending; end: AbortController } | undefined;

  function change(of: NonNullable<typeof current>, to: Partial<Sending>): void {
    of.sending = { ...of.sending, ...to };
    if (of === current) for (const listener of listeners) listener();
  }

  function mark(of: NonNullable<typeof current>, index: number, to: Omit<SentFile, 'name'>): void {
    const files = of.sending.files.map(({ name }, at) =>
      at === index ? { name, ...to } : (of.sending.files[at] as SentFile),
    );
    change(of, { files });
  }

  async function run(of: NonNullable<typeof current>): Promise<void> {
    const { signal } = of.end;
    change(of, { state: 'sending' });
    let called = 0;
    // Looked up again each time, because a retry adds to the queue.
    for (;;) {
      const index = of.sending.files.findIndex(({ state }) => state === 'waiting');
      if (index < 0 || signal.aborted) break;
      const wait = pauseBefore(called);
      change(of, { nextAt: now() + wait, pausesLeft: pausesFrom(called, of.sending.files) });
      if (wait > 0) await pause(wait, signal);
      if (signal.aborted) break;
      mark(of, index, { state: 'sending' });
      change(of, { nextAt: undefined });
      const file = of.folder.files[index] as FolderFile;
      try {
        const body = await readBody(file);
        change(of, { sentence: wordsOf(body) });
        called += 1;
        await post(body);
        mark(of, index, { state: 'added' });
      } catch (failure) {
        mark(of, index, { state: 'failed', why: adminMessage(failure) });
      }
    }
    const isLeft = of.sending.files.some(({ state }) => state === 'waiting');
    change(of, { state: isLeft ? 'stopped' : 'ended', nextAt: undefined, pausesLeft: 0 });
  }

  return {
    subscribe: listener => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    sending: () => current?.sending,
    send: folder => {
      current?.end.abort();
      const files = folder.files.map(({ name }): SentFile => ({ name, state: 'waiting' }));
      current = {
        folder,
        end: new AbortController(),
        sending: { folder: folder.name, state: 'sending', files, pausesLeft: 0 },
      };
      void run(current);
    },
    stop: () => current?.end.abort(),
    resume: () => {
      if (!current || current.sending.state === 'sending') return;
      current.end = new AbortController();
      void run(current);
    },
    retry: only => {
      if (!current) return;
      const files = current.sending.files.map((file, index): SentFile => {
        const again = file.state === 'failed' && (only === undefined || only === index);
        return again ? { name: file.name, state: 'waiting' } : file;
      });
      change(current, { files });
      if (current.sending.state === 'sending') return;
      current.end = new AbortController();
      void run(current);
    },
  };
}

/** Spec 5 names the file in the message of one that cannot be parsed. */
async function readBody({ name, text }: FolderFile): Promise<SentenceBody> {
  try {
    return sentenceOf(await text());
  } catch (error) {
    if (error instanceof SyntaxError) throw new Error(`Failed to parse JSON content of file: ${name}`);
    throw error;
  }
}

function pausesFrom(called: number, files: readonly SentFile[]): number {
  let sum = 0;
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  for (let index = called; index < called + waiting; index++) sum += pauseBefore(index);
  return sum;
}
