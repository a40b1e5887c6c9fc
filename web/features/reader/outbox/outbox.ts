/** What the reader has to tell the server, in the order it happened. */
export type Message =
  | { readonly kind: 'answers'; readonly id: string; readonly body: AnswersBody }
  | { readonly kind: 'last read'; readonly id: string; readonly body: LastReadBody };

export interface AnswersBody {
  readonly bookId: string;
  readonly chapter: number;
  readonly sentenceId: string;
  readonly contentVersion: string;
  readonly answers: {
    readonly question: string;
    readonly chosen: number | null;
    readonly milliseconds: number;
  }[];
}

export interface LastReadBody {
  readonly bookId: string;
  readonly chapter: number;
  readonly sentenceId: string;
  readonly navigated?: boolean;
}

/** Keeps a learner's messages through reloads; another account on the same computer never sees them. */
export interface MessageStore {
  load(): Promise<readonly Message[]>;
  save(messages: readonly Message[]): Promise<void>;
}

/** How sending one ended: taken; refused for good; or not possible now. */
export type Sent = { outcome: 'taken' } | { outcome: 'refused'; reason: string } | { outcome: 'later' };

export interface Outbox {
  readonly waiting: () => number;
  /** The last refusal, until it is dismissed. */
  readonly refusal: () => string | null;
  readonly dismiss: () => void;
  readonly subscribe: (listener: () => void) => () => void;
  /** Stores first, then sends: once it resolves a reload loses nothing. */
  readonly add: (messages: readonly Message[]) => Promise<void>;
  /** Sends what waits, oldest first; stops at the first that cannot be sent now. Resolves when nothing more can go. */
  readonly flush: () => Promise<void>;
}

/** A queue that sends one message at a time under its own command id, so that sending it twice changes nothing. */
export function createOutbox(store: MessageStore, send: (message: Message) => Promise<Sent>): Outbox {
  let queue: readonly Message[] = [];
  let refusal: string | null = null;
  const loaded = store.load().then(kept => {
    queue = [...kept, ...queue];
  });
  const listeners = new Set<() => void>();
  let flushing: Promise<void> | undefined;

  const tell = () => {
    for (const listener of listeners) listener();
  };
  const keep = async (next: readonly Message[]) => {
    queue = next;
    tell();
    await store.save(next).catch(failure => console.error('the outbox cannot be kept', failure));
  };

  async function drain(): Promise<void> {
    await loaded;
    for (let [next] = queue; next; [next] = queue) {
      const message = next;
      const sent = await send(message);
      if (sent.outcome === 'later') return;
      if (sent.outcome === 'refused') refusal = sent.reason;
      await keep(queue.filter(({ id }) => id !== message.id));
    }
  }

  const flush = () => {
    flushing ??= drain().finally(() => {
      flushing = undefined;
    });
    return flushing;
  };

  return {
    waiting: () => queue.length,
    refusal: () => refusal,
    dismiss() {
      refusal = null;
      tell();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async add(messages) {
      await loaded;
      await keep([...queue, ...messages]);
      // A flush that was about to end would leave these behind.
      await flush();
      if (queue.some(({ id }) => messages.some(message => message.id === id))) await flush();
    },
    flush,
  };
}
