import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { useSessionActions } from '../session.tsx';
import type { OutboxNews } from './outbox.ts';
import { outboxOf } from './outboxes.ts';

/** How long the sending of what an earlier visit left is waited for, in milliseconds. */
const PATIENCE = 4_000;

/** False until what an earlier visit left was sent, or could not be: the server does not know the whole truth before. */
export function useOutboxSettled(learner: string): boolean {
  const outbox = outboxOf(useSessionActions(), learner);
  const [settled, setSettled] = useState(false);
  useEffect(() => {
    const settle = () => setSettled(true);
    const late = setTimeout(settle, PATIENCE);
    outbox.flush().finally(settle);
    return () => clearTimeout(late);
  }, [outbox]);
  return settled;
}

/**
 * The learner's outbox.
 * @param onOutdated what the screen foresaw is not what the server holds: something was refused, or was delivered that
 * the screen knew nothing of. `contentChanged`: the chapter itself is another one now.
 */
export function useOutbox(learner: string, onOutdated: (contentChanged: boolean) => void) {
  const outbox = outboxOf(useSessionActions(), learner);
  const { waiting, stalled, refused } = useSyncExternalStore(outbox.subscribe, outbox.state);
  const [leftFromBefore] = useState(() => outbox.state().waiting > 0);
  useEffect(() => {
    let hadUnforeseen = leftFromBefore;
    let contentChanged = false;
    return outbox.onNews((news: OutboxNews) => {
      if (news.type === 'refused') {
        contentChanged ||= news.contentChanged;
        return;
      }
      if (news.refused || hadUnforeseen) onOutdated(contentChanged);
      hadUnforeseen = false;
      contentChanged = false;
    });
  }, [outbox, leftFromBefore, onOutdated]);
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
    /** Messages that did not get through; 0 while they are merely on their way. */
    waiting: stalled ? waiting : 0,
    /** Messages that the server has not got yet, and whether it does not answer. */
    queue: { waiting, stalled },
    /** What the server refused, also on an earlier visit. */
    refused,
    retryRefused: () => void outbox.retryRefused().catch(logged),
    dismissRefused: () => void outbox.dismissRefused().catch(logged),
    add: outbox.add,
    /** Something waits, or is on its way: what must come after it has to wait, too. */
    isBusy: useCallback(() => outbox.state().waiting > 0, [outbox]),
    /** Tells which message was refused, and when none waits any more; returns what ends it. */
    follow,
  };
}

function logged(error: unknown) {
  console.error('the outbox could not be changed', error);
}
