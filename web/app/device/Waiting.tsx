import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
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
  // What an earlier visit left goes on whatever page it ended.
  useEffect(() => void outboxOf(session, learner).flush(), [session, learner]);
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
      {words !== '' && (
        <Banner
          type="error"
          action={
            <Button look="quiet" onClick={() => void outboxOf(session, learner).flush()}>
              Try again
            </Button>
          }
        >
          {words} until the server can be reached.
        </Banner>
      )}
    </>
  );
}
