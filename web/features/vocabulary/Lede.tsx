import { memo, useMemo } from 'react';
import { Link } from '../../shared/components/Link.tsx';
import { counted } from '../../shared/counted.ts';
import type { Row, WordsReply } from './glossary/glossary.ts';
import { totalsOf } from './glossary/totals.ts';
import page from './Vocabulary.module.css';

/** How much is in the vocabulary, in which books it was met, and how much of it is known. */
export const Lede = memo(function Lede({ rows, reply }: { rows: readonly Row[]; reply: WordsReply }) {
  const words = useMemo(() => rows.reduce((sum, { ending }) => sum + (ending ? 0 : 1), 0), [rows]);
  const metIn = new Set<number>();
  let [all, known, knownEndings, met] = [0, 0, 0, 0];
  for (const { fragments } of reply.languages) {
    const totals = totalsOf(fragments);
    all += fragments.length;
    known += totals.known;
    knownEndings += totals.knownEndings;
    met += totals.met;
    for (const book of totals.books) metIn.add(book);
  }
  return (
    <p className={page['lede']}>
      {counted(all, 'fragment')} in {counted(words, 'word')}
      {met > 0 && (
        <>
          , {met < all && `${met} of them `}met in {named(reply.books.filter((_, book) => metIn.has(book)))}
        </>
      )}
      . {known} {known === 1 ? 'is' : 'are'} known
      {knownEndings > 0 && knownEndings < known && `, ${counted(knownEndings, 'ending')} among them`}.{' '}
      <Link to="/import">Bring words you know</Link>
    </p>
  );
});

/** Two books by their titles, more by their number. */
const named = (books: WordsReply['books']) =>
  books.length > 2 ? counted(books.length, 'book') : books.map(({ title }) => title).join(' and ');
