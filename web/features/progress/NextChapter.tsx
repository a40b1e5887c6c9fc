import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { Dots } from '../../shared/components/Dots.tsx';
import { Marked } from '../../shared/components/Marked.tsx';
import { aboutMinutes, secondsFor } from '../../shared/review/duration.ts';
import { useClient } from '../../shared/session.tsx';
import type { Book } from '../library/shelf.ts';
import figure from './Figure.module.css';
import { Figure } from './Figure.tsx';
import styles from './NextChapter.module.css';
import { coverageQuery } from './queries.ts';
import { percent } from './share.ts';

/** The known share of the next chapter, and the fragments that would raise it most. */
export function NextChapter({ books }: { books: readonly Book[] | undefined }) {
  const query = useQuery(coverageQuery(useClient()));
  return (
    <Figure title="What comes next" query={query}>
      {({ next, secondsPerAnswer }) => {
        if (!next)
          return (
            <div className={figure['waits']}>
              <p>Come back after a chapter: then you see here what the next one asks of you.</p>
              <ButtonLink to="/library">Begin with chapter 1</ButtonLink>
            </div>
          );
        const { bookId, chapter, known, total, after, goal, fragments } = next;
        const book = books?.find(({ id }) => id === bookId);
        const title = book?.chapters.find(({ number }) => number === chapter)?.title;
        const [now, then] = [percent(known, total), percent(after, total)];
        const count = fragments.length;
        const ids = fragments.map(({ id }) => id).join(',');
        return (
          <div className={styles['next']}>
            <h3>
              You know {now} % of {title === undefined ? `chapter ${chapter}` : <i lang="es">{title}</i>}.{' '}
              {goal === null
                ? 'You can read it.'
                : count > 0 &&
                  `${count === 1 ? 'This fragment brings' : `These ${count} fragments bring`} it to ${then} %.`}
            </h3>
            <p className={styles['where']}>
              {book && <span lang="es">{book.title}</span>} {chapter}
            </p>
            <Bar now={now} then={count > 0 ? then : undefined} />
            {count > 0 && (
              <>
                <ul className={styles['chips']} aria-label="What to learn for it">
                  {fragments.map(({ id, text, gloss, level }) => (
                    <li key={id}>
                      <span lang="es">{text}</span>
                      {fragments.some(other => other.text === text && other.id !== id) && (
                        <small>
                          {' '}
                          <Marked text={gloss} />
                        </small>
                      )}
                      <Dots level={level} />
                    </li>
                  ))}
                </ul>
                <div className={styles['ways']}>
                  <ButtonLink to={`/review?fragments=${ids}`}>
                    Learn {count === 1 ? 'this one' : `these ${count}`}
                  </ButtonLink>
                  <span>in sentences you have read, {aboutMinutes(secondsFor(count, secondsPerAnswer))}</span>
                </div>
              </>
            )}
            {goal !== null && count === 0 && (
              <p className={figure['soft']}>
                What is new in it you have not met in a sentence yet. Read on: each sentence adds to it.
              </p>
            )}
            {goal !== null && count > 0 && then < goal && (
              <p className={figure['soft']}>
                That is short of {goal} %: the rest you have not met in a sentence yet.
              </p>
            )}
            {(goal === null || count === 0) && (
              <div className={styles['ways']}>
                <ButtonLink to={`/sv/${bookId}/${chapter}`}>Read chapter {chapter}</ButtonLink>
              </div>
            )}
          </div>
        );
      }}
    </Figure>
  );
}

/** Filled: known. Hatched: the gain from the fragments. The bar shows both numbers. */
function Bar({ now, then }: { now: number; then: number | undefined }) {
  const name = then === undefined ? `${now} % known` : `${now} % known, ${then} % with these`;
  return (
    <div className={styles['goal']} role="img" aria-label={name}>
      <p aria-hidden="true">
        <b style={{ width: `${Math.max(now, 8)}%` }}>{now} %</b>
        {then !== undefined && (
          <b className={styles['gold']} style={{ width: `${Math.max(then - now, 12)}%` }}>
            {then} %
          </b>
        )}
      </p>
      <div className={styles['track']}>
        <i style={{ width: `${now}%` }} />
        {then !== undefined && <i className={styles['hatch']} style={{ width: `${then - now}%` }} />}
      </div>
    </div>
  );
}
