import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { CallFailure } from '../../../facade/client/failure.ts';
import { undoCommand } from '../../../facade/vocabularies.ts';
import { Button, ButtonLink } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { StepHeading } from '../../shared/components/StepHeading.tsx';
import { useClient } from '../../shared/session.tsx';
import { Key } from '../reader/quiz/Key.tsx';
import { usePreferences } from '../reader/type/preferences.ts';
import { useKeys } from '../reader/useKeys.ts';
import { notDoneText } from './failure-text.ts';
import styles from './Import.module.css';

/** A bulk command that was applied, for its undo. */
export interface Act {
  readonly languageId: string;
  readonly commandId: string;
}

/** Confirms a placement or an import, with the next step and an undo. */
export function BulkOutcome({
  says,
  acts,
  onward,
  afterUndo,
}: {
  says: string;
  acts: readonly Act[];
  /** The next thing to do. */
  onward: ReactNode;
  /** Stands in the place of the undo once it is done. */
  afterUndo?: ReactNode;
}) {
  const client = useClient();
  const queries = useQueryClient();
  const [undoing, setUndoing] = useState<'no' | 'now' | 'done'>('no');
  const [failed, setFailed] = useState<string>();
  // A retry sends the same command ids.
  const undos = useRef(acts.map(act => ({ ...act, id: uuidv7() })));

  async function undo() {
    if (undoing !== 'no') return;
    setUndoing('now');
    setFailed(undefined);
    let some = false;
    try {
      for (const { languageId, commandId, id } of undos.current) {
        await client
          .call(undoCommand, { commandId: id, body: { languageId, commandId } })
          .catch((failure: unknown) => {
            // One command has nothing left to undo; the others are still undone.
            const stands = !(failure instanceof CallFailure && failure.status === 409);
            if (stands || undos.current.length === 1) throw failure;
          });
        some = true;
      }
      setUndoing('done');
    } catch (failure) {
      setFailed(notDoneText(failure, 'taken back', { some }));
      setUndoing('no');
    }
    void queries.invalidateQueries();
  }
  const { keys: singleKeys } = usePreferences();
  useKeys(singleKeys ? { u: () => void undo() } : {});
  return (
    <div className={styles['page']}>
      <StepHeading>{undoing === 'done' ? 'All of it was taken back' : says}</StepHeading>
      <p className={styles['lede']} role="status">
        {undoing === 'done'
          ? 'Your vocabulary is as it was before.'
          : 'The reader will not ask what is known. A review will, now and then.'}
      </p>
      {failed !== undefined && <Banner type="error">{failed}</Banner>}
      <div className={styles['go']} data-keys={singleKeys ? 'on' : 'off'}>
        {undoing === 'done' ? (
          afterUndo
        ) : (
          <Button look="quiet" busy={undoing === 'now'} aria-keyshortcuts="U" onClick={() => void undo()}>
            <Key>U</Key>Undo
          </Button>
        )}
        <ButtonLink look="outline" to="/vocabulary">
          Vocabulary
        </ButtonLink>
        {onward}
      </div>
    </div>
  );
}
