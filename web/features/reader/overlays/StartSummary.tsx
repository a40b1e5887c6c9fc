import { type ReactNode, useId } from 'react';
import { ChapterPicture } from '../../../shared/art/Picture.tsx';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Modal } from '../../../shared/components/Modal.tsx';
import type { StartSummary as Told } from '../chapter/start.ts';
import styles from './Summary.module.css';

/** The start summary of spec 2: the chapter's introduction, or the story so far. */
export function StartSummary({
  book,
  chapter,
  chapterTitle,
  told,
  corrected,
  sitting,
  notice,
  onStart,
  onLeave,
}: {
  book: string;
  chapter: number;
  chapterTitle: string;
  told: Told | undefined;
  corrected: boolean;
  /** The estimated time; undefined if nothing is left. */
  sitting: string | undefined;
  /** A notice about new words that are not asked today. */
  notice: ReactNode;
  onStart: () => void;
  onLeave: () => void;
}) {
  const label = useId();
  return (
    <Modal className={styles['page']} label={label} description={`${label}-story`} onClose={onStart}>
      <div className={styles['scene']}>
        <ChapterPicture bookTitle={book} chapter={chapter} described />
      </div>
      <div className={styles['sheet']}>
        {corrected && (
          <Banner type="error">
            This chapter was corrected while you were reading, and has been loaded again. Please answer the
            sentence once more.
          </Banner>
        )}
        <h2 id={label}>
          {told?.kind === 'previously' ? 'Previously in ' : ''}
          <span lang="es">{told?.kind === 'previously' ? book : chapterTitle}</span>
        </h2>
        <p className={styles['story']} id={`${label}-story`}>
          {told?.text ?? 'Read each sentence, and answer as you go.'}
        </p>
        {sitting && <p className={styles['sitting']}>{sitting}</p>}
        {notice}
        <div className={styles['actions']}>
          <Button data-first-focus onClick={onStart}>
            Start
          </Button>
          <Button look="outline" onClick={onLeave}>
            Exit to Library
          </Button>
        </div>
      </div>
    </Modal>
  );
}
