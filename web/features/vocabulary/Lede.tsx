import { memo } from 'react';
import { Link } from 'react-router-dom';
import { stateOf } from '../../../domain/vocabulary/levels.ts';
import type { Met, Row, WordsReply } from './glossary/glossary.ts';
import page from './Vocabulary.module.css';

/** How much was met, in which books, and how much of it is known. */
export const Lede = memo(function Lede({
  rows,
  fragments,
  books: titled,
}: {
  rows: readonly Row[];
  fragments: ReadonlyMap<string, Met>;
  books: WordsReply['books'];
}) {
  const words = rows.reduce((sum, { ending }) => sum + (ending ? 0 : 1), 0);
  let known = 0;
  const books = new Set<number>();
  for (const fragment of fragments.values()) {
    if (stateOf(fragment.level) === 'known') known += 1;
    for (const book of fragment.books) books.add(book);
  }
  return (
    <p className={page['lede']}>
      {many(fragments.size, 'fragment')} in {many(words, 'word')}
      {books.size > 0 &&
        `, met in ${books.size === 1 ? titled[[...books][0] ?? 0]?.title : many(books.size, 'book')}`}
      . {known} {known === 1 ? 'is' : 'are'} known. <Link to="/import">Bring words you know</Link>
    </p>
  );
});

const many = (number: number, one: string) => `${number} ${number === 1 ? one : `${one}s`}`;
