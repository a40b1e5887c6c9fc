import { Fragment } from 'react';
import { Link } from '../components/Link.tsx';
import styles from './Story.module.css';
import type { StoryReply } from './texts.ts';

/** Number of letters before the first mark and after it; a sentence of a novel would fill the sheet. */
const [BEFORE, BEHIND] = [60, 90];

/** A sentence with the fragment, and its place in the book. */
export function Quote({ sentence, note }: { sentence: StoryReply['sentences'][number]; note?: string }) {
  const { id, text, marks, book, bookId, chapter, position, retired } = sentence;
  const first = marks[0]?.[0] ?? 0;
  const from = first > BEFORE ? text.indexOf(' ', first - BEFORE) + 1 : 0;
  const space = text.indexOf(' ', (marks[0]?.[1] ?? 0) + BEHIND);
  const to = space < 0 ? text.length : space;
  const shown = marks.filter(([start, end]) => start >= from && end <= to);
  return (
    <>
      <p className={styles['quote']} lang="es">
        {from > 0 && '…'}
        {shown.map(([start, end], index) => (
          <Fragment key={start}>
            {text.slice(shown[index - 1]?.[1] ?? from, start)}
            <mark>{text.slice(start, end)}</mark>
          </Fragment>
        ))}
        {text.slice(shown.at(-1)?.[1] ?? from, to)}
        {to < text.length && '…'}
      </p>
      <p className={styles['from']}>
        {retired ? (
          `${book} ${chapter}, no longer in the book`
        ) : (
          <Link to={`/sv/${bookId}/${chapter}#${id}`}>
            {book} {chapter}, sentence {position}
          </Link>
        )}
        {note}
      </p>
    </>
  );
}
