import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { uuidv7 } from 'uuidv7';
import { undoCommand } from '../../../facade/vocabularies.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { messageOf } from '../../shared/failures.ts';
import { useClient } from '../../shared/session.tsx';
import type { Book } from '../library/shelf.ts';
import { Key } from '../reader/quiz/Key.tsx';
import { useKeys } from '../reader/useKeys.ts';
import styles from './Placement.module.css';

/** What was credited, the way on, and the way back. */
export function Credited({
  commandId,
  count,
  languageId,
  book,
}: {
  commandId: string;
  count: number;
  languageId: string;
  book: Book | undefined;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [undoing, setUndoing] = useState<'no' | 'now' | 'done'>('no');
  const [failed, setFailed] = useState<string>();

  async function undo() {
    if (undoing !== 'no') return;
    setUndoing('now');
    setFailed(undefined);
    try {
      await client.call(undoCommand, { commandId: uuidv7(), body: { languageId, commandId } });
      setUndoing('done');
      void queries.invalidateQueries();
    } catch (failure) {
      setFailed(messageOf(failure) ?? 'The server did not answer. Try again to make sure.');
      setUndoing('no');
    }
  }
  useKeys({ u: () => void undo() });
  return (
    <div className={styles['page']}>
      <StepHeading>
        {undoing === 'done' ? 'All of it was taken back' : `${count} fragments are credited`}
      </StepHeading>
      <p className={styles['lede']} role="status">
        {undoing === 'done'
          ? 'Your vocabulary is as it was before.'
          : 'The reader will not ask them. A review will, now and then.'}
      </p>
      {failed && <Banner type="error">{failed}</Banner>}
      <div className={styles['go']}>
        {undoing !== 'done' && (
          <Button look="quiet" busy={undoing === 'now'} aria-keyshortcuts="U" onClick={() => void undo()}>
            <Key>U</Key>Undo
          </Button>
        )}
        <ButtonLink look="outline" to="/vocabulary">
          Vocabulary
        </ButtonLink>
        {book && <ButtonLink to={`/sv/${book.id}/1`}>Read {book.title}</ButtonLink>}
      </div>
    </div>
  );
}
