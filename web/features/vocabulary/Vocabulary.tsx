import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { useClient } from '../../shared/session.tsx';
import { useAfterPaint } from '../../shared/useAfterPaint.ts';
import { Glossary } from './Glossary.tsx';
import { Loading } from './Loading.tsx';
import styles from './Vocabulary.module.css';
import { newestWordsQuery, wordsNow, wordsQuery } from './words-query.ts';

/** Every word the learner has met: a list with search, filters and marks, and each word's story. */
export default function Vocabulary() {
  const client = useClient();
  usePageTitle('Vocabulary');
  const queries = useQueryClient();
  const query = useQuery(wordsQuery(client));
  const first = useQuery({ ...newestWordsQuery(client), enabled: query.data === undefined });
  const isWhole = query.data !== undefined;
  const { data, dataUpdatedAt } = isWhole || !first.data?.languages.length ? query : first;
  const newest = useMemo(
    () => data && { reply: data, now: Math.floor(dataUpdatedAt / 1_000), isWhole },
    [data, dataUpdatedAt, isWhole],
  );
  // A mark or an undo is answered before the list shows it.
  const read = useAfterPaint(newest);
  const newestReply = useCallback(() => wordsNow(queries), [queries]);
  if (query.error && !query.data)
    return <ErrorState messages={[loadFailure(query.error)]} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles['page']}>
      {!read ? (
        <Loading />
      ) : read.reply.languages.length === 0 ? (
        <NothingMet />
      ) : (
        <Glossary {...read} newestReply={newestReply} />
      )}
    </div>
  );
}

function NothingMet() {
  return (
    <div className={styles['top']}>
      <h1>Vocabulary</h1>
      <p className={styles['quote']} lang="es">
        Platero es pequeño, peludo, suave…
      </p>
      <p className={styles['lede']}>Every word you meet in a book stands here, with its story.</p>
      <div className={styles['begin']}>
        <ButtonLink to="/library">Begin with chapter 1</ButtonLink>
        <ButtonLink look="quiet" to="/import">
          Bring words you know
        </ButtonLink>
      </div>
    </div>
  );
}
