import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { loadFailure } from '../../shared/failures.ts';
import { usePageTitle } from '../../shared/page-title.ts';
import { useClient } from '../../shared/session.tsx';
import { Glossary } from './Glossary.tsx';
import styles from './Vocabulary.module.css';
import { wordsQuery } from './words-query.ts';

/** Every word the learner has met: a list with search, filters and marks, and each word's story. */
export default function Vocabulary() {
  const client = useClient();
  usePageTitle('Vocabulary');
  const query = useQuery(wordsQuery(client));
  if (query.error && !query.data)
    return <ErrorState messages={[loadFailure(query.error)]} onRetry={() => void query.refetch()} />;
  return (
    <div className={styles['page']}>
      {!query.data ? (
        <Loading />
      ) : query.data.languages.length === 0 ? (
        <NothingMet />
      ) : (
        <Glossary reply={query.data} now={Math.floor(query.dataUpdatedAt / 1_000)} />
      )}
    </div>
  );
}

function Loading() {
  return (
    <div aria-busy="true" className={styles['top']}>
      <h1>Vocabulary</h1>
      <ul className={styles['rules']} aria-label="Loading">
        {[1, 2, 3, 4, 5].map(line => (
          <li key={line} />
        ))}
      </ul>
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
