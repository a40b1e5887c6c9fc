import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Scene } from '../../shared/art/Scene.tsx';
import { Button } from '../../shared/components/Button.tsx';
import { Dots } from '../../shared/components/Dots.tsx';
import { dueQuery, type ReviewScope } from '../../shared/review/due.ts';
import { useClient } from '../../shared/session.tsx';
import { ContinueReading, type NextToRead } from './ContinueReading.tsx';
import { clauseOf, type Question } from './questions.ts';
import page from './Review.module.css';
import styles from './SittingEnd.module.css';
import type { Answer } from './sitting.ts';
import type { Moved } from './useSitting.ts';
import { capitalized, counted, inWords, moreText, tomorrowText } from './words.ts';

interface Props {
  questions: readonly Question[];
  answers: readonly Answer[];
  moved: readonly Moved[];
  knownBefore: number;
  /** Increase of the known count. */
  gained: number;
  asked: ReviewScope;
  /** The server has stored the answers. */
  isSent: boolean;
  onward: NextToRead | undefined;
  onMore: () => void;
}

/** The hour at which the evening begins. */
const EVENING_HOUR = 17;

/** The end of a sitting: the fragments that moved up, those that come back, and one next action. */
export function SittingEnd({
  questions,
  answers,
  moved,
  knownBefore,
  gained,
  asked,
  isSent,
  onward,
  onMore,
}: Props) {
  const client = useClient();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const figures = useQuery({ ...dueQuery(client, asked), enabled: isSent, refetchOnMount: 'always' });
  const done = questions.slice(0, answers.length);
  const missed = done.filter((_, index) => answers[index]?.chosen !== 0);
  const sentences = new Set(done.map(({ sentence }) => sentence.id)).size;
  const books = [...new Set(done.map(({ book }) => book.title))];
  const right = done.length - missed.length;
  const [before, now] = [Math.floor(knownBefore), Math.floor(knownBefore + gained)];
  const when = new Date().getHours() >= EVENING_HOUR ? 'tonight' : 'now';
  const tomorrow = figures.data?.tomorrow ?? 0;
  return (
    <>
      <div className={styles['night']}>
        <Scene drawing="village" hour="night" />
      </div>
      <h1 ref={heading} tabIndex={-1} className={page['title']}>
        That’s all for {when}
      </h1>
      {done.length === 0 ? (
        <p className={page['lede']}>Nothing was asked, and nothing is lost.</p>
      ) : (
        <p className={page['lede']}>
          {capitalized(counted(done.length, 'question'))}, in {counted(sentences, 'sentence')} from{' '}
          {books.length === 2 ? (
            'both books'
          ) : books.length === 1 ? (
            <span lang="es">{books[0]}</span>
          ) : (
            `${inWords(books.length)} books`
          )}
          .{right > 0 && ` You knew ${knownAtOnce(right, done.length)} at once.`}
        </p>
      )}
      {(moved.length > 0 || missed.length > 0) && (
        <section className={styles['ledger']}>
          {moved.length > 0 && (
            <div>
              <h2 className={styles['gold']}>
                {capitalized(inWords(moved.length))} moved up
                <span>known count {now > before ? `${before} → ${now}` : now}</span>
              </h2>
              <ul className={styles['ups']}>
                {moved.map(({ id, text, to }) => (
                  <li key={id}>
                    <span lang="es">{text}</span> <Dots level={to} />
                    {to === 'IV' && <small>known</small>}
                  </li>
                ))}
              </ul>
            </div>
          )}
          {missed.length > 0 && (
            <div>
              <h2>
                {capitalized(inWords(missed.length))} {missed.length === 1 ? 'comes' : 'come'} back soon
                <span>nothing is lost</span>
              </h2>
              <ul className={styles['again']}>
                {missed.map(question => (
                  <li key={question.id}>
                    <b lang="es">{question.fragment.text}</b>
                    <Excerpt question={question} />
                  </li>
                ))}
              </ul>
            </div>
          )}
        </section>
      )}
      <div className={page['ways']}>
        {figures.data && figures.data.due > 0 ? (
          <Button look="quiet" onClick={onMore}>
            {moreText(figures.data.due, asked)}
          </Button>
        ) : (
          <span />
        )}
        <ContinueReading onward={onward} />
      </div>
      {tomorrow > 0 && <p className={styles['tomorrow']}>{tomorrowText(tomorrow)}</p>}
    </>
  );
}

function knownAtOnce(right: number, asked: number): string {
  if (right < asked) return inWords(right);
  return asked === 1 ? 'it' : 'all of them';
}

/** The clause that contains a missed word. */
function Excerpt({ question }: { question: Question }) {
  const [from, to] = clauseOf(question);
  const { words, word } = question;
  return (
    <p lang="es">
      {from > 0 && '… '}
      {words.slice(from, to).map(({ id, text, leadingPunctuation, trailingPunctuation }) => (
        <span key={id}>
          {leadingPunctuation}
          {id === word ? <mark>{text}</mark> : text}
          {trailingPunctuation}{' '}
        </span>
      ))}
      {to < words.length && '…'}
    </p>
  );
}
