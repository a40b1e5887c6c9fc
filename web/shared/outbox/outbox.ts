import type { BodyOf } from '../../../facade/endpoint.ts';
import type { setLastRead } from '../../../facade/users.ts';
import type {
  answerQuestions,
  changeVocabulary,
  markClause,
  markFragments,
  openChapter,
  undoCommand,
} from '../../../facade/vocabularies.ts';

/** An unsent command. It keeps its id across all attempts. */
export type Message = {
  /** A UUIDv7, sent as Idempotency-Key. */
  readonly id: string;
  /** Commands of a group are refused together: the answers of a sentence and the following last-read. */
  readonly group: string;
  /** The server's message if it refused the command, which then stays until the learner dismisses it. */
  readonly refused?: string;
  /** The command cannot succeed if it is sent again. */
  readonly isFinal?: true;
} & (
  | { readonly kind: 'answers'; readonly body: BodyOf<typeof answerQuestions> }
  | { readonly kind: 'last read'; readonly body: BodyOf<typeof setLastRead> }
  /** A chapter that was opened without a connection. */
  | { readonly kind: 'opened'; readonly body: BodyOf<typeof openChapter> }
  /** A tap or mark that was made without a connection. */
  | { readonly kind: 'mark'; readonly body: BodyOf<typeof changeVocabulary> }
  | { readonly kind: 'clause'; readonly body: BodyOf<typeof markClause> }
  | { readonly kind: 'marks'; readonly body: BodyOf<typeof markFragments> }
  | { readonly kind: 'undo'; readonly body: BodyOf<typeof undoCommand> }
);

/** Persistent storage of the queue. `change` is atomic across tabs. */
export interface OutboxStore {
  read(): Promise<readonly Message[]>;
  change(change: (queue: readonly Message[]) => readonly Message[]): Promise<void>;
}

/** The result of an attempt: delivered, to be retried later, or refused with the server's message. */
export type Sent =
  /** `lost`: a message for the learner about the part that the server could not store; the rest is stored. */
  | { readonly outcome: 'delivered'; readonly lost?: string }
  | { readonly outcome: 'later' }
  | { readonly outcome: 'refused'; readonly message: string; readonly contentChanged: boolean };

export interface OutboxState {
  readonly waiting: number;
  /** Of these, what the learner did (`actionsIn`). */
  readonly actions: number;
  /** The last attempt failed, or its reply has been missing for seconds. */
  readonly stalled: boolean;
  /** Refused commands, until they are dismissed or sent again. */
  readonly refused: readonly Message[];
}

export type OutboxNews =
  | {
      readonly type: 'refused';
      readonly command: Message;
      readonly contentChanged: boolean;
    }
  /** The queue is empty. `refused`: a command was refused since it was last empty. */
  | { readonly type: 'emptied'; readonly delivered: number; readonly refused: boolean };

export interface Outbox {
  /** Stores the commands and starts sending; resolves when they are stored. */
  add(commands: readonly Message[]): Promise<void>;
  /** Sends the queue in order, one at a time; resolves when it is empty or an attempt fails. Never rejects. */
  flush(): Promise<void>;
  /** Appends refused commands that may still succeed to the queue, and sends it. */
  retryRefused(): Promise<void>;
  /** Removes the refused commands, after the learner has seen them. */
  dismissRefused(): Promise<void>;
  state(): OutboxState;
  /** The unsent commands, oldest first. */
  queue(): Promise<readonly Message[]>;
  subscribe(listener: () => void): () => void;
  onNews(listener: (news: OutboxNews) => void): () => void;
}

/** Milliseconds without a reply after which a command counts as stalled; it is still waited for. */
const SLOW = 5_000;

/**
 * The unsent commands of one learner, sent oldest first (architecture, The browser). A lost connection loses nothing, and a
 * command that is sent twice counts once. A refused command leaves the queue, but stays until the learner dismisses it; if the
 * chapter's content changed, the rest of its group is refused with it.
 * @param exclusively runs one sender at a time, across tabs
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
  let state: OutboxState = { waiting: 0, actions: 0, stalled: false, refused: [] };
  let flushing: Promise<void> | undefined;
  let again = false;
  const listeners = new Set<() => void>();
  const readers = new Set<(news: OutboxNews) => void>();
  let delivered = 0;
  let refused = false;

  function become(next: OutboxState) {
    const same = (['waiting', 'actions', 'stalled'] as const).every(name => next[name] === state[name]);
    if (same && next.refused.map(idOf).join() === state.refused.map(idOf).join()) return;
    state = next;
    for (const listener of listeners) listener();
  }
  function announce(news: OutboxNews) {
    for (const reader of readers) reader(news);
  }

  async function drain() {
    for (;;) {
      const kept = await store.read();
      const queue = kept.filter(isWaiting);
      const refusedCommands = kept.filter(command => !isWaiting(command));
      const [next] = queue;
      if (!next) {
        become({ ...numbersOf([]), stalled: false, refused: refusedCommands });
        break;
      }
      become({ ...numbersOf(queue), stalled: state.stalled, refused: refusedCommands });
      // Where packets vanish nothing fails for half a minute; the learner is told earlier.
      const slow = setTimeout(() => become({ ...state, stalled: true }), SLOW);
      const sent = await send(next).finally(() => clearTimeout(slow));
      if (sent.outcome === 'later')
        return become({ ...numbersOf(queue), stalled: true, refused: refusedCommands });
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
        announce({ type: 'refused', command: next, contentChanged });
      }
      become({ ...state, stalled: false });
    }
    if (delivered > 0 || refused) {
      const news = { type: 'emptied', delivered, refused } as const;
      delivered = 0;
      refused = false;
      announce(news);
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
      } catch (error) {
        // The browser refused the lock or the storage: tried again like a failed attempt.
        console.error('the outbox could not be sent', error);
        become({ ...state, stalled: state.waiting > 0 });
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
      const { waiting, actions } = numbersOf(commands);
      become({ ...state, waiting: state.waiting + waiting, actions: state.actions + actions });
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

/** Whether it belongs to a sentence that was answered. */
export function isOfSentence({ kind }: Message): boolean {
  return kind === 'answers' || kind === 'last read';
}

/** What the learner did, as they count it: sentences and marks. To open a chapter is nothing that could be lost to them. */
export function actionsIn(queue: readonly Message[]): { readonly sentences: number; readonly marks: number } {
  const sentences = new Set(queue.filter(isOfSentence).map(({ group }) => group)).size;
  const marks = queue.filter(command => !isOfSentence(command) && command.kind !== 'opened').length;
  return { sentences, marks };
}

function numbersOf(queue: readonly Message[]): Pick<OutboxState, 'waiting' | 'actions'> {
  const { sentences, marks } = actionsIn(queue);
  return { waiting: queue.length, actions: sentences + marks };
}
