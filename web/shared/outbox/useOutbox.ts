import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSessionActions } from '../session.tsx';
import type { OutboxNews } from './outbox.ts';
import { outboxOf } from './outboxes.ts';

/** How long a page waits for commands of an earlier visit to be sent, in milliseconds. */
const FLUSH_TIMEOUT = 4_000;

/** False until the commands of an earlier visit were sent, or could not be: before that, replies of the server lack them. */
export function useOutboxSettled(learner: string): boolean {
  const outbox = outboxOf(useSessionActions(), learner);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    const late = setTimeout(settle, FLUSH_TIMEOUT);
    outbox.flush().finally(settle);
    return () => clearTimeout(late);
  }, [outbox]);
  return settled;
}

/**
 * The learner's outbox.
 * @param onOutdated called when the optimistic state differs from the server's: a command was refused, or one of an earlier
 * visit was delivered. `contentChanged`: the chapter itself has changed.
 */
export function useOutbox(learner: string, onOutdated: (contentChanged: boolean) => void) {
  const outbox = outboxOf(useSessionActions(), learner);
  const { waiting, actions, stalled, refused } = useSyncExternalStore(outbox.subscribe, outbox.state);
  const [hasEarlier] = useState(() => outbox.state().waiting > 0);
  useEffect(() => {
    let hadEarlier = hasEarlier;
    let contentChanged = false;
    return outbox.onNews((news: OutboxNews) => {
      if (news.type === 'refused') {
        contentChanged ||= news.contentChanged;
        return;
      }
      if (news.refused || hadEarlier) onOutdated(contentChanged);
      hadEarlier = false;
      contentChanged = false;
    });
  }, [outbox, hasEarlier, onOutdated]);
  const follow = useCallback(
    ({ refused, emptied }: { refused: (id: string) => void; emptied: () => void }) => {
      const endNews = outbox.onNews(news => {
        if (news.type === 'refused') refused(news.command.id);
      });
      const endState = outbox.subscribe(() => {
        if (outbox.state().waiting === 0) emptied();
      });
      return () => {
        endNews();
        endState();
      };
    },
    [outbox],
  );
  return {
    /** Number of the learner's actions whose sending failed; 0 while the first attempt runs. */
    waiting: stalled ? actions : 0,
    /** Number of unsent commands, and whether the last attempt failed. */
    queue: { waiting, stalled },
    /** Refused commands, including those of an earlier visit. */
    refused,
    retryRefused: () => void outbox.retryRefused().catch(logged),
    dismissRefused: () => void outbox.dismissRefused().catch(logged),
    add: outbox.add,
    /** Whether commands are unsent, which a later command must wait for. */
    isBusy: useCallback(() => outbox.state().waiting > 0, [outbox]),
    /**
     * Calls back with each refused command, and when the queue is empty.
     * @returns unsubscribes
     */
    follow,
  };
}

function logged(error: unknown) {
  console.error('the outbox could not be changed', error);
}
