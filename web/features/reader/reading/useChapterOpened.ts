import { useEffect } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { openChapter } from '../../../../facade/vocabularies.ts';
import { outcomeOf } from '../../../shared/outbox/send.ts';
import type { useOutbox } from '../../../shared/outbox/useOutbox.ts';
import { useClient } from '../../../shared/session.tsx';
import type { VisitAddress } from '../state/visit.ts';

/** Records once that the chapter was opened (spec 4: this sets hasLoggedIn). */
export function useChapterOpened(
  { bookId, chapter }: VisitAddress,
  { add }: Pick<ReturnType<typeof useOutbox>, 'add'>,
): void {
  const client = useClient();
  useEffect(() => {
    const [id, body] = [uuidv7(), { bookId, chapter }];
    client.call(openChapter, { body, commandId: id }).catch(async error => {
      console.error('opening the chapter was not recorded yet', error);
      if (outcomeOf(error).outcome === 'later') await add([{ kind: 'opened', id, group: id, body }]);
    });
  }, [client, add, bookId, chapter]);
}
