import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { useConnection } from '../../shared/device/connection.ts';
import { outboxOf } from '../../shared/outbox/outboxes.ts';
import Refused from '../../shared/outbox/Refused.tsx';
import { unsentText } from '../../shared/outbox/unsent-text.ts';
import { useOutbox } from '../../shared/outbox/useOutbox.ts';
import { useSessionActions } from '../../shared/session.tsx';

/** Shows unsent and refused commands above every page except the reader and the review, which show them themselves. */
export default function UnsentNotice({ learner }: { learner: string }): ReactNode {
  const session = useSessionActions();
  const queries = useQueryClient();
  const readAgain = useCallback(() => void queries.invalidateQueries(), [queries]);
  const outbox = useOutbox(learner, readAgain);
  const { waiting } = outbox;
  const connection = useConnection();
  /** There were unsent commands, so the shown data may lack them. */
  const waited = useRef(false);
  useEffect(() => {
    if (waiting > 0) waited.current = true;
  }, [waiting]);
  useEffect(() => {
    const outbox = outboxOf(session, learner);
    // Commands of an earlier visit are sent on whatever page the next visit begins.
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
        queue => here && setWords(unsentText(queue)),
        error => console.error('unsent commands cannot be shown', error),
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
