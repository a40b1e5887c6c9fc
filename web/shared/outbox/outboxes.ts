import { get, update } from 'idb-keyval';
import type { Session } from '../session/session.ts';
import { createOutbox, type Message, type Outbox, type OutboxStore } from './outbox.ts';
import { sendMessage } from './send.ts';

/** Shortest and longest wait between attempts, in milliseconds. */
const [soonest, latest] = [2_000, 60_000];

const outboxes = new Map<string, Outbox>();

/**
 * The outbox of a learner in this browser. There is one per page load, which continues sending after the reader is closed. Each
 * account has its own.
 */
export function outboxOf(session: Session, learner: string): Outbox {
  const existing = outboxes.get(learner);
  if (existing) return existing;
  const name = `outbox ${learner}`;
  const outbox = createOutbox({
    store: storeOf(name),
    send: command => sendMessage(session.client, command, () => session.auth().learner === learner),
    exclusively: async work => {
      await ('locks' in navigator ? navigator.locks.request(name, work) : work());
    },
  });
  outboxes.set(learner, outbox);
  retryWhenItMayHelp(outbox);
  return outbox;
}

function retryWhenItMayHelp(outbox: Outbox) {
  let wait = soonest;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const attempt = () => void outbox.flush();
  outbox.subscribe(() => {
    clearTimeout(timer);
    const { waiting, stalled } = outbox.state();
    if (waiting === 0) wait = soonest;
    if (!stalled) return;
    timer = setTimeout(function again() {
      attempt();
      wait = Math.min(2 * wait, latest);
      timer = setTimeout(again, wait);
    }, wait);
  });
  addEventListener('online', attempt);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && outbox.state().waiting > 0) attempt();
  });
}

/** Uses IndexedDB; where that is not available, memory, which lasts as long as the page. */
function storeOf(key: string): OutboxStore {
  let memory: readonly Message[] | undefined;
  const fallBack = (error: unknown) => {
    console.error('Answers cannot be kept in this browser.', error);
    memory ??= [];
    return memory;
  };
  return {
    async read() {
      if (memory) return memory;
      try {
        return (await get<readonly Message[]>(key)) ?? [];
      } catch (error) {
        return fallBack(error);
      }
    },
    async change(change) {
      if (!memory) {
        try {
          return await update<readonly Message[]>(key, queue => change(queue ?? []));
        } catch (error) {
          fallBack(error);
        }
      }
      memory = change(memory ?? []);
    },
  };
}
