import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../shared/session.tsx';
import styles from './OnThisDevice.module.css';
import type { Book } from './shelf.ts';

/** Chapters of a book that can be read here without a connection, by number; none until that is known. */
export function useChaptersHere(book: Book): readonly number[] {
  const learner = useSession().learner ?? '';
  const { data } = useQuery({
    queryKey: ['on this device', learner, book.id],
    queryFn: async () => {
      const { chaptersOnDevice } = await import('../../shared/device/chapters.ts');
      return chaptersOnDevice(learner, book);
    },
    retry: false,
    refetchOnMount: 'always',
  });
  return data ?? none;
}
const none: readonly number[] = [];

/** Of a chapter that can be read here without a connection. */
export function OnThisDevice({ children = 'on this device' }: { children?: string }) {
  return (
    <span className={styles['here']}>
      <svg viewBox="0 0 24 24" width={16} height={16} aria-hidden="true">
        <path d="M7 2.500h10v19H7zM12 7v7M9 11.500l3 3 3-3M10 18.500h4" />
      </svg>
      {children}
    </span>
  );
}
