import { memo } from 'react';
import { stateOf } from '../../../domain/vocabulary/levels.ts';
import { Link } from '../../shared/components/Link.tsx';
import { counted } from '../../shared/counted.ts';
import type { Met, Row } from './glossary/glossary.ts';
import page from './Vocabulary.module.css';

/**
 * The number of words, and how many of them are known. The reply does not say in which book a word was met, only which books
 * use it.
 */
export const Lede = memo(function Lede({
  rows,
  fragments,
}: {
  rows: readonly Row[];
  fragments: ReadonlyMap<string, Met>;
}) {
  const words = rows.reduce((sum, { ending }) => sum + (ending ? 0 : 1), 0);
  let known = 0;
  for (const { level } of fragments.values()) if (stateOf(level) === 'known') known += 1;
  return (
    <p className={page['lede']}>
      {counted(fragments.size, 'fragment')} in {counted(words, 'word')}. {known} {known === 1 ? 'is' : 'are'}{' '}
      known. <Link to="/import">Bring words you know</Link>
    </p>
  );
});
