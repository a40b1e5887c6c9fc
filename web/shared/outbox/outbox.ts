import type { BodyOf } from '../../../facade/endpoint.ts';
import type { setLastRead } from '../../../facade/users.ts';
import type {
  answerQuestions,
  changeVocabulary,
  markFragments,
  openChapter,
  undoCommand,
} from '../../../facade/vocabularies.ts';

/** A command that waits to be sent, under the id it keeps however often it is sent. */
export type Message = {
  /** UUIDv7, the Idempotency-Key. */
  readonly id: string;
  /** What stands or falls together: the answers of a sentence and the last-read behind them. */
  readonly group: string;
  /** The server's message when it refused the command: it waits no more, and is kept until the learner was told. */
  readonly refused?: string;
  /** Sending a refused command again cannot help. */
  readonly isFinal?: true;
} & (
  | { readonly kind: 'answers'; readonly body: BodyOf<typeof answerQuestions> }
  | { readonly kind: 'last read'; readonly body: BodyOf<typeof setLastRead> }
  /** A chapter that was opened without a connection. */
  | { readonly kind: 'opened'; readonly body: BodyOf<typeof openChapter> }
  /** A tap or a mark by hand that was made without a connection. */
  | { readonly kind: 'mark'; readonly body: BodyOf<typeof changeVocabulary> }
  | { readonly kind: 'marks'; readonly body: BodyOf<typeof markFragments> }
  | { readonly kind: 'undo'; readonly body: BodyOf<typeof undoCommand> }
);

/** Where the queue outlives the page. `change` is atomic, also against other tabs. */
export interface OutboxStore {
  read(): Promise<readonly Message[]>;
  change(change: (queue: readonly Message[]) => readonly Message[]): Promise<void>;
}

/** What became of sending: it may still arrive 'later', or the server said no, with its message. */
export type Sent =
  /** `lost`: what the server could not store of it, for the learner; the rest is stored. */
  | { readonly outcome: 'delivered'; readonly lost?: string }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'refused'; readonly message: string; readonly contentChanged: boolean };

export interface OutboxState {
  readonly waiting: number;
  /** The last attempt did not get through. */
  readonly stalled: boolean;
  /** Commands that the server refused, until they are dismissed or sent again. */
  readonly refused: readonly Message[];
}

export type OutboxNews =
  | {
      readonly type: 'refused';
      readonly command: Message;
      readonly contentChanged: boolean;
    }
  /** Nothing waits any more. `refused` tells whether something was refused since it was last empty. */
  | { readonly type: 'emptied'; readonly delivered: number; readonly refused: boolean };

export interface Outbox {
  /** Keeps the commands and begins to send; resolves when they are kept. */
  add(commands: readonly Message[]): Promise<void>;
  /** Sends what waits, in order, one at a time; resolves when nothing waits or nothing gets through. */
  flush(): Promise<void>;
  /** Sends what was refused and may yet be stored once more, behind what waits. */
  retryRefused(): Promise<void>;
  /** The learner was told: what was refused is forgotten. */
  dismissRefused(): Promise<void>;
  state(): OutboxState;
  /** What waits, oldest first. */
  queue(): Promise<readonly Message[]>;
  subscribe(listener: () => void): () => void;
  onNews(listener: (news: OutboxNews) => void): () => void;
}

/**
 * The commands of one learner on their way to the server, oldest first (architecture, The browser): a lost connection
 * loses nothing, and what is sent twice counts once. A refused command no longer waits, but is kept until the learner was
 * told; when the chapter's content changed, the rest of its group is refused with it.
 * @param exclusively runs one sender at a time, also across tabs
 */
export function createOutbox({
  store,
  send,
  exclusively,
}: {
  readonly store: OutboxStore;
  readonly send: (command: Message) => Promise<Sent>;
  readonly exclusively: (work: () => Promise<void>) => Promise<void>;
}): Outbox {
  let state: OutboxState = { waiting: 0, stalled: false, refused: [] };
  let flushing: Promise<void> | undefined;
  let again = false;
  const listeners = new Set<() => void>();
  const readers = new Set<(news: OutboxNews) => void>();
  let delivered = 0;
  let refused = false;

  function become(next: OutboxState) {
    const same = next.waiting === state.waiting && next.stalled === state.stalled;
    if (same && next.refused.map(idOf).join() === state.refused.map(idOf).join()) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function tell(news: OutboxNews) {
    for (const reader of readers) reader(news);
  }

  async function drain() {
    for (;;) {
      const kept = await store.read();
      const queue = kept.filter(isWaiting);
      const told = kept.filter(command => !isWaiting(command));
      const [next] = queue;
      if (!next) {
        become({ waiting: 0, stalled: false, refused: told });
        break;
      }
      become({ waiting: queue.length, stalled: state.stalled, refused: told });
      const sent = await send(next);
      if (sent.outcome === 'later') return become({ waiting: queue.length, stalled: true, refused: told });
      if (sent.outcome === 'delivered') {
        const { lost } = sent;
        await store.change(now =>
          lost === undefined
            ? now.filter(({ id }) => id !== next.id)
            : now.map(command =>
                command.id === next.id ? { ...command, refused: lost, isFinal: true } : command,
              ),
        );
        delivered += 1;
        if (lost !== undefined) refused = true;
      } else {
        const { message, contentChanged } = sent;
        const isRefused = ({ id, group }: Message) =>
          id === next.id || (contentChanged && group === next.group);
        await store.change(now =>
          now.map(command => (isRefused(command) ? { ...command, refused: message } : command)),
        );
        refused = true;
        tell({ type: 'refused', command: next, contentChanged });
      }
      become({ ...state, stalled: false });
    }
    if (delivered > 0 || refused) {
      const news = { type: 'emptied', delivered, refused } as const;
      delivered = 0;
      refused = false;
      tell(news);
    }
  }

  function flush(): Promise<void> {
    again = true;
    flushing ??= (async () => {
      try {
        while (again) {
          again = false;
          await exclusively(drain);
        }
      } finally {
        flushing = undefined;
      }
    })();
    return flushing;
  }

  return {
    async add(commands) {
      if (commands.length === 0) return;
      await store.change(queue => [...queue, ...commands]);
      become({ ...state, waiting: state.waiting + commands.length });
      void flush();
    },
    flush,
    async retryRefused() {
      await store.change(queue => [
        ...queue.filter(command => isWaiting(command) || command.isFinal),
        ...queue
          .filter(command => !isWaiting(command) && !command.isFinal)
          .map(({ refused: _, ...command }) => command),
      ]);
      await flush();
    },
    async dismissRefused() {
      await store.change(queue => queue.filter(isWaiting));
      become({ ...state, refused: [] });
    },
    state: () => state,
    queue: async () => (await store.read()).filter(isWaiting),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onNews(reader) {
      readers.add(reader);
      return () => readers.delete(reader);
    },
  };
}

function isWaiting({ refused }: Message): boolean {
  return refused === undefined;
}

function idOf({ id }: Message): string {
  return id;
}

/** Of a sentence that was answered. */
export function isOfSentence({ kind }: Message): boolean {
  return kind === 'answers' || kind === 'last read';
}
