import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { useConnection } from '../../shared/device/connection.ts';
import { inWords } from '../../shared/outbox/in-words.ts';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
import Refused from '../../shared/outbox/Refused.tsx';
import { useOutbox } from '../../shared/outbox/useOutbox.ts';
import { useSessionActions } from '../../shared/session.tsx';

/** What the server has not got yet, and what it refused, above every page but those that read, which say it themselves. */
export default function Waiting({ learner }: { learner: string }): ReactNode {
  const session = useSessionActions();
  const queries = useQueryClient();
  const readAgain = useCallback(() => void queries.invalidateQueries(), [queries]);
  const outbox = useOutbox(learner, readAgain);
  const { waiting } = outbox;
  const connection = useConnection();
  /** Something waited: what is shown was read before the server had it. */
  const waited = useRef(false);
  if (waiting > 0) waited.current = true;
  useEffect(() => {
    const outbox = outboxOf(session, learner);
    // What an earlier visit left goes on whatever page it ended.
    void outbox.queue().then(queue => {
      if (queue.length > 0) waited.current = true;
      void outbox.flush();
    });
    return outbox.onNews(({ type }) => {
      if (type !== 'emptied' || !waited.current) return;
      waited.current = false;
      readAgain();
    });
  }, [session, learner, readAgain]);
  const [words, setWords] = useState('');
  useEffect(() => {
    if (waiting === 0) return setWords('');
    let here = true;
    outboxOf(session, learner)
      .queue()
      .then(
        queue => here && queue.length > 0 && setWords(inWords(queue)),
        error => console.error('what waits cannot be told', error),
      );
    return () => {
      here = false;
    };
  }, [session, learner, waiting]);
  return (
    <>
      <Refused outbox={outbox} />
      {(words !== '' || connection !== 'up') && (
        <Banner
          type="error"
          action={
            <Button look="quiet" onClick={() => void outboxOf(session, learner).flush()}>
              Try again
            </Button>
          }
        >
          {connection === 'down' && 'No connection: chapters opened on this device before can be read. '}
          {connection === 'failing' && 'The server does not answer: what lies on this device is shown. '}
          {words !== '' && `${words} until the server can be reached.`}
        </Banner>
      )}
    </>
  );
}
