import type { UseQueryResult } from '@tanstack/react-query';
import { memo, type ReactNode, useId } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Spinner } from '../../shared/components/Spinner.tsx';
import { useAfterPaint } from '../../shared/useAfterPaint.ts';
import styles from './Figure.module.css';

/**
 * One figure: heading, options, and content that loads and fails independently. An option shows at once that it was chosen; the
 * content follows after the paint.
 */
export function Figure<Data>({
  title,
  tools,
  loadingHeight,
  query,
  children,
}: {
  title: string;
  tools?: ReactNode;
  /** A class with the least height of the content while it loads, so that what is below does not move. */
  loadingHeight?: string | undefined;
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'isFetching' | 'refetch'>;
  children: (data: Data) => ReactNode;
}) {
  const heading = useId();
  const { data, error, isFetching, refetch } = query;
  const draw = useAfterPaint(children);
  return (
    <section className={styles['figure']} aria-labelledby={heading}>
      <div className={styles['head']}>
        <h2 id={heading}>{title}</h2>
        {(data !== undefined || !error) && tools}
      </div>
      <div className={styles['sheet']} aria-busy={data === undefined && isFetching}>
        {data !== undefined ? (
          <Content data={data} draw={draw} />
        ) : error ? (
          <div className={styles['waits']} role="alert">
            <p>This did not load.</p>
            <Button look="outline" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          </div>
        ) : (
          <p className={`${styles['waits']} ${loadingHeight ?? ''}`}>
            <Spinner size={24} />
            <span className={styles['hidden']}>Loading</span>
          </p>
        )}
      </div>
    </section>
  );
}

const Content = memo(function Content<Data>({ data, draw }: { data: Data; draw: (data: Data) => ReactNode }) {
  return draw(data);
}) as <Data>(props: { data: Data; draw: (data: Data) => ReactNode }) => ReactNode;
