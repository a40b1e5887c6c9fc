import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Spinner } from '../../shared/components/Spinner.tsx';
import styles from './Figure.module.css';

/** One figure: heading, options, and content that loads and fails independently. */
export function Figure<Data>({
  title,
  tools,
  query,
  children,
}: {
  title: string;
  tools?: ReactNode;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: Data) => ReactNode;
}) {
  const heading = useId();
  const { data, error, isFetching, refetch } = query;
  return (
    <section className={styles['figure']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{title}</h2>
        {data !== undefined && tools}
      </div>
      <div className={styles['sheet']} aria-busy={data === undefined && isFetching}>
        {data !== undefined ? (
          children(data)
        ) : error ? (
          <div className={styles['waits']} role="alert">
            <p>This did not load.</p>
            <Button look="outline" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <p className={styles['waits']}>
            <Spinner size={24} />
            <span className={styles['hidden']}>Loading</span>
          </p>
        )}
      </div>
    </section>
  );
}
