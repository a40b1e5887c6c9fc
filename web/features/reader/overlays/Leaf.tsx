import { Tailpiece } from '../../../shared/art/Scene.tsx';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import { newWords } from '../chapter/new-words.ts';
import { paragraphsOf } from '../chapter/paragraphs.ts';
import styles from './EndSummary.module.css';
import { useNewFragments } from './useNewFragments.ts';

/** The text of the chapter as a page of the book, with its new words in gold. */
export function Leaf({
  address,
  book,
  number,
  title,
  sentences,
  newHere,
  outbox,
}: {
  address: { readonly bookId: string; readonly chapter: number };
  book: string;
  number: number;
  title: string;
  sentences: readonly ReaderSentence[];
  /** The fragments that were new when this device first opened the chapter. */
  newHere: readonly string[];
  outbox: { readonly waiting: number; readonly stalled: boolean };
}) {
  const newFragments = useNewFragments(address, outbox, newHere);
  const news = newWords(sentences, new Set(newFragments));
  const isNew = ({ id }: ReaderWord) => news.has(id);
  const count = news.size;
  return (
    <article className={styles['leaf']} aria-label="The chapter">
      <p className={styles['number']}>{roman(number)}</p>
      <h3 lang="es">{title}</h3>
      <div className={styles['body']} lang="es">
        {paragraphsOf(sentences).map(({ from, to }) => (
          <p key={from}>
            {sentences.slice(from, to).flatMap(({ words }) =>
              words.map(word => (
                <span key={word.id}>
                  {word.leadingPunctuation}
                  {isNew(word) ? <mark>{word.text}</mark> : word.text}
                  {word.trailingPunctuation}{' '}
                </span>
              )),
            )}
          </p>
        ))}
      </div>
      <Tailpiece />
      <p className={styles['folio']}>
        <span lang="es">{book}</span>
        {count > 0 && (
          <span>
            in <mark>gold</mark>: {count === 1 ? 'one word' : `${count} words`} new to you
          </span>
        )}
      </p>
    </article>
  );
}

function roman(number: number): string {
  const digits = [
    [50, 'L'],
    [40, 'XL'],
    [10, 'X'],
    [9, 'IX'],
    [5, 'V'],
    [4, 'IV'],
    [1, 'I'],
  ] as const;
  let rest = number;
  let written = '';
  for (const [value, sign] of digits)
    while (rest >= value) {
      written += sign;
      rest -= value;
    }
  return written;
}
