import { useState } from 'react';
import { ErrorState } from '../../shared/components/feedback/States.tsx';
import { Link } from '../../shared/components/Link.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { loadFailure } from '../../shared/failures.ts';
import Keep from '../../shared/kept/Keep.tsx';
import type { Kept } from '../../shared/kept/kept.ts';
import { plain } from './glossary/glossary.ts';
import styles from './KeptList.module.css';
import { isFound } from './kept-outside.ts';

const keyOf = ({ fragment, clause }: Pick<Kept, 'fragment' | 'clause'>) =>
  clause ? `${clause.sentenceId} ${clause.clause}` : (fragment?.id ?? '');

/** Items that are removed stay in the list until the page is left, so that they can be restored. */
export default function KeptList({
  found,
  search,
  kept: { data, error, refetch },
}: {
  found: readonly Kept[];
  search: string;
  /** Everything that the learner keeps. */
  kept: {
    readonly data: readonly Kept[] | undefined;
    readonly error: unknown;
    readonly refetch: () => Promise<unknown>;
  };
}) {
  const [shown, setShown] = useState<ReadonlyMap<string, Kept>>(new Map());
  const more = found.filter(one => !shown.has(keyOf(one)));
  if (more.length > 0) setShown(new Map([...shown, ...more.map(one => [keyOf(one), one] as const)]));
  const list = [...shown.values()].filter(one => isFound(one, plain(search.trim())));
  if (error && !data) return <ErrorState messages={[loadFailure(error)]} onRetry={() => void refetch()} />;
  if (!data)
    return (
      <p className={styles['none']} role="status">
        Looking for what you keep…
      </p>
    );
  if (data.length === 0 && list.length === 0)
    return (
      <p className={styles['none']}>
        Nothing is kept yet. Tap a word in a book, or open its story here: words and clauses can be kept, with
        a note.
      </p>
    );
  if (list.length === 0) return null;
  return (
    <ul className={styles['list']} aria-label="Kept clauses">
      {list.map(({ fragment, clause }) => (
        <li key={keyOf({ fragment, clause })}>
          <p className={styles['text']}>
            <span lang="es">{clause?.text ?? fragment?.text}</span>
            {fragment && (
              <span className={styles['soft']}>
                {' '}
                <Marked text={fragment.gloss} />
              </span>
            )}
          </p>
          {clause && (
            <p className={styles['soft']}>
              {clause.place ? (
                <Link to={`/sv/${clause.place.bookId}/${clause.place.chapter}#${clause.sentenceId}`}>
                  {clause.place.book} {clause.place.chapter}, sentence {clause.place.position}
                </Link>
              ) : (
                'No longer in a book'
              )}
            </p>
          )}
          <Keep
            name={clause ? 'this clause' : (fragment?.text ?? '')}
            thing={
              clause
                ? { sentenceId: clause.sentenceId, clause: clause.clause }
                : { fragmentId: fragment?.id ?? '' }
            }
          />
        </li>
      ))}
    </ul>
  );
}
