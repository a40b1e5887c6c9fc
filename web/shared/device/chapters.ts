import { keys } from 'idb-keyval';
import { answerFiles } from '../../../facade/books.ts';
import { replyKey } from './keys.ts';
import { offlineAccess } from './replies.ts';

interface Book {
  readonly id: string;
  readonly title: string;
  readonly chapters: readonly { readonly number: number }[];
}

/** Numbers of a book's chapters that are stored completely on this device and may be read without a connection. */
export async function chaptersOnDevice(
  learner: string,
  { id, title, chapters }: Book,
): Promise<readonly number[]> {
  const [found, isOpen] = await Promise.all([keys(), offlineAccess(learner, Date.now())]);
  const here = new Set(found);
  const isWhole = (number: number) =>
    [
      ['sentences', id, number],
      ['word-instances', id, number],
      ...answerFiles.map(file => ['answers', title, number, file]),
    ].every(queryKey => here.has(replyKey(learner, queryKey)));
  return chapters.map(({ number }) => number).filter(number => isWhole(number) && isOpen(number));
}
