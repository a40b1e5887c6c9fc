import { Dialog } from 'radix-ui';
import { useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { ChapterPicture } from '../../../shared/art/Picture.tsx';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import type { StartSummary as Told } from '../chapter/start.ts';
import styles from './Summary.module.css';

/** Spec 2, start summary: the chapter's introduction, or what happened before. */
export function StartSummary({
  book,
  chapter,
  chapterTitle,
  told,
  corrected,
  onStart,
}: {
  book: string;
  chapter: number;
  chapterTitle: string;
  told: Told | undefined;
  corrected: boolean;
  onStart: () => void;
}) {
  const navigate = useNavigate();
  const start = useRef<HTMLButtonElement>(null);
  return (
    <Dialog.Root open>
      <Dialog.Content
        className={styles['page']}
        onEscapeKeyDown={onStart}
        onOpenAutoFocus={event => {
          event.preventDefault();
          start.current?.focus();
        }}
      >
        <div className={styles['scene']}>
          <ChapterPicture bookTitle={book} chapter={chapter} />
        </div>
        <div className={styles['sheet']}>
          {corrected && (
            <Banner type="error">
              This chapter was corrected while you were reading, and has been loaded again. Please answer the
              sentence once more.
            </Banner>
          )}
          <Dialog.Title>
            {told?.kind === 'previously' ? 'Previously in ' : ''}
            <span lang="es">{told?.kind === 'previously' ? book : chapterTitle}</span>
          </Dialog.Title>
          <Dialog.Description className={styles['story']}>
            {told?.text ?? 'Read each sentence, and answer as you go.'}
          </Dialog.Description>
          <div className={styles['actions']}>
            <Button ref={start} onClick={onStart}>
              Start
            </Button>
            <Button look="outline" onClick={() => void navigate('/library')}>
              Exit to Library
            </Button>
          </div>
        </div>
      </Dialog.Content>
    </Dialog.Root>
  );
}
