import { memo } from 'react';
import { stateOf } from '../../../domain/vocabulary/levels.ts';
import { Link } from '../../shared/components/Link.tsx';
import { counted } from '../../shared/counted.ts';
import type { Met, Row, WordsReply } from './glossary/glossary.ts';
import page from './Vocabulary.module.css';

/** How much is in the vocabulary, in which books it was met, and how much of it is known. */
export const Lede = memo(function Lede({
  rows,
  fragments,
  books,
}: {
  rows: readonly Row[];
  fragments: ReadonlyMap<string, Met>;
  books: WordsReply['books'];
}) {
  const words = rows.reduce((sum, { ending }) => sum + (ending ? 0 : 1), 0);
  const metIn = new Set<number>();
  let [known, met] = [0, 0];
  for (const fragment of fragments.values()) {
    if (stateOf(fragment.level) === 'known') known += 1;
    if (fragment.metIn.length > 0) met += 1;
    for (const book of fragment.metIn) metIn.add(book);
  }
  return (
    <p className={page['lede']}>
      {counted(fragments.size, 'fragment')} in {counted(words, 'word')}
      {met > 0 && (
        <>
          , {met < fragments.size && `${met} of them `}met in{' '}
          {named(books.filter((_, book) => metIn.has(book)))}
        </>
      )}
      . {known} {known === 1 ? 'is' : 'are'} known. <Link to="/import">Bring words you know</Link>
    </p>
  );
});

/** Two books by their titles, more by their number. */
const named = (books: WordsReply['books']) =>
  books.length > 2 ? counted(books.length, 'book') : books.map(({ title }) => title).join(' and ');
