import { useId } from 'react';
import { groups } from '../../../../domain/vocabulary/bands.ts';
import { ChapterPicture } from '../../../shared/art/Picture.tsx';
import { Button } from '../../../shared/components/Button.tsx';
import { ProgressBar } from '../../../shared/components/feedback/ProgressBar.tsx';
import { Modal } from '../../../shared/components/Modal.tsx';
import styles from './Summary.module.css';

interface Props {
  book: string;
  /** Chapter 0 is shown as chapter 1 (spec 2). */
  chapter: number;
  /** Sentences read and fragments answered correctly on this visit. */
  read: number;
  right: number;
  knownCount: number;
  story: string | null;
  /** Goes back to the sentence; undefined at the chapter's end. */
  onResume: (() => void) | undefined;
  /** The chapter to read next, offered at this one's end. */
  next: { readonly address: string; readonly title: string } | undefined;
  /** Leaves the reader for another page. */
  onLeave: (to: string) => void;
}

/** Spec 2, end summary. */
export default function EndSummary({
  book,
  chapter,
  read,
  right,
  knownCount,
  story,
  onResume,
  next,
  onLeave,
}: Props) {
  const label = useId();
  return (
    <Modal className={styles['page']} label={label} onClose={onResume ?? (() => onLeave('/library'))}>
      <div className={styles['scene']}>
        <ChapterPicture bookTitle={book} chapter={chapter} />
      </div>
      <div className={styles['sheet']}>
        <h2 id={label}>Summary of Your Progress in Chapter {Math.max(1, chapter)}</h2>
        <dl className={styles['figures']}>
          <div>
            <dt>Sentences read</dt>
            <dd>{read}</dd>
          </div>
          <div>
            <dt>Fragments answered correctly</dt>
            <dd>{right}</dd>
          </div>
        </dl>
        {story && <p className={styles['story']}>{story}</p>}
        <div className={styles['groups']}>
          {groups
            .filter(({ from }) => from === 0 || knownCount >= from / 2)
            .map(({ name, from, to }) => (
              <ProgressBar
                key={name}
                label={name}
                percent={
                  to === null
                    ? knownCount >= from
                      ? 100
                      : 0
                    : Math.max(0, Math.min(100, ((knownCount - from) / (to - from)) * 100))
                }
              />
            ))}
        </div>
        <div className={styles['actions']}>
          <Button data-first-focus onClick={() => onLeave('/library')}>
            Exit to Library
          </Button>
          {!onResume && next && (
            <Button look="outline" onClick={() => onLeave(next.address)}>
              Next chapter: <span lang="es">{next.title}</span>
            </Button>
          )}
          {onResume && (
            <Button look="outline" onClick={onResume}>
              Read on
            </Button>
          )}
        </div>
      </div>
    </Modal>
  );
}
