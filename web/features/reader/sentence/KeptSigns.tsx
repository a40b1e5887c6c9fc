import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { keptQuery } from '../../../shared/kept/kept.ts';
import { useClient } from '../../../shared/session.tsx';
import type { ReaderSentence } from '../chapter/contents.ts';
import { keptWords } from './kept-words.ts';

/** Finds the kept words of the sentence. A failed load shows none. */
export default function KeptSigns({
  sentence,
  onFound,
}: {
  sentence: ReaderSentence;
  onFound: (words: ReadonlySet<string>) => void;
}) {
  const { data } = useQuery(keptQuery(useClient()));
  useEffect(() => {
    if (data) onFound(keptWords(sentence, data));
  }, [sentence, data, onFound]);
  return null;
}
