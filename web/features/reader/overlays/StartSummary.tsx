import { type ReactNode, useId, useRef } from 'react';
import { ChapterPicture } from '../../../shared/art/Picture.tsx';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { closeAfterPaint, Modal } from '../../../shared/components/Modal.tsx';
import type { StartSummary as Told } from '../chapter/start.ts';
import { type Following, NextChapter } from './NextChapter.tsx';
import styles from './Summary.module.css';

/** The start summary of spec 2. For a finished chapter it says so, and offers the next chapter and to read again. */
export function StartSummary({
  book,
  chapter,
  chapterTitle,
  told,
  corrected,
  sitting,
  notice,
  finished,
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
  /** The chapter was read to its end; undefined before. */
  finished:
    | { readonly next: Following | undefined; onReread: () => void; onLeaveFor: (to: string) => void }
    | undefined;
  onStart: () => void;
  onLeave: () => void;
}) {
  const label = useId();
  const next = finished?.next;
  const sheet = useRef<HTMLDivElement>(null);
  const start = () => closeAfterPaint(sheet.current, onStart);
  return (
    <Modal className={styles['page']} label={label} description={`${label}-story`} onClose={start}>
      <div className={styles['scene']}>
        <ChapterPicture bookTitle={book} chapter={chapter} described />
      </div>
      <div ref={sheet} className={styles['sheet']}>
        {corrected && (
          <Banner type="error">
            This chapter was corrected while you were reading, and has been loaded again. Please answer the
            sentence once more.
          </Banner>
        )}
        {/* A live region, because a screen reader (Orca 43) often does not announce a dialog that takes the place of a
            focused spinner. */}
        <div className={styles['told']} aria-live="polite">
          <h2 id={label}>
            {told?.kind === 'previously' ? 'Previously in ' : ''}
            <span lang="es">{told?.kind === 'previously' ? book : chapterTitle}</span>
          </h2>
          <p className={styles['story']} id={`${label}-story`}>
            {told?.text ?? 'Read each sentence, and answer as you go.'}
          </p>
        </div>
        {finished && (
          <p className={styles['sitting']}>
            You have read this chapter to its end. Start shows its last sentence.
          </p>
        )}
        {sitting && <p className={styles['sitting']}>{sitting}</p>}
        {notice}
        <div className={styles['actions']}>
          {finished && next?.isOpen && <NextChapter next={next} onLeave={finished.onLeaveFor} />}
          {finished && (
            <Button look={next?.isOpen ? 'outline' : 'primary'} data-first-focus onClick={finished.onReread}>
              Read it again
            </Button>
          )}
          <Button look={finished ? 'outline' : 'primary'} data-first-focus onClick={start}>
            Start
          </Button>
          {finished && next && !next.isOpen && <NextChapter next={next} onLeave={finished.onLeaveFor} />}
          <Button look="outline" onClick={onLeave}>
            Exit to Library
          </Button>
        </div>
      </div>
    </Modal>
  );
}
