import { useId } from 'react';
import { groups } from '../../../../domain/vocabulary/bands.ts';
import { ChapterPicture } from '../../../shared/art/Picture.tsx';
import { Button } from '../../../shared/components/Button.tsx';
import { Modal } from '../../../shared/components/Modal.tsx';
import type { ReaderSentence } from '../chapter/contents.ts';
import { useCountUp } from '../level/useCountUp.ts';
import type { ChapterRecord } from '../state/record.ts';
import type { Counted } from '../state/state.ts';
import styles from './EndSummary.module.css';
import { Leaf } from './Leaf.tsx';
import { MistakesButton } from './MistakesButton.tsx';
import { type Following, NextChapter } from './NextChapter.tsx';

interface Props {
  book: string;
  bookId: string;
  /** Chapter 0 is shown as chapter 1 (spec 2). */
  chapter: number;
  title: string;
  sentences: readonly ReaderSentence[];
  record: ChapterRecord;
  /** Number of unsent commands, and whether the server does not answer. */
  outbox: { readonly waiting: number; readonly stalled: boolean };
  /** Sentences of the chapter read, in this and earlier visits. */
  read: number;
  counted: Counted;
  knownCount: number;
  story: string | null;
  /** Returns to the sentence; undefined at the end of the chapter. */
  onResume: (() => void) | undefined;
  /** The next chapter, offered at the end of this one. */
  next: Following | undefined;
  /** Leaves the reader for another page. */
  onLeave: (to: string) => void;
}

/** The end summary of spec 2. At the end of the chapter its text is shown beside it. */
export default function EndSummary(props: Props) {
  const {
    book,
    title,
    sentences,
    record,
    outbox,
    read,
    counted,
    knownCount,
    story,
    onResume,
    next,
    onLeave,
  } = props;
  const label = useId();
  const number = Math.max(1, props.chapter);
  const isOver = read === sentences.length;
  const following = onResume ? undefined : next;
  const [readShown, rightShown] = [useCountUp(counted.sentences, 0), useCountUp(counted.fragments, 0)];
  return (
    <Modal className={styles['page']} label={label} onClose={onResume ?? (() => onLeave('/library'))}>
      <div className={`${styles['spread']} ${isOver ? '' : styles['alone']}`}>
        <section className={styles['summary']}>
          <div className={styles['view']}>
            <ChapterPicture bookTitle={book} chapter={props.chapter} near />
          </div>
          <h2 id={label} tabIndex={-1} data-first-focus>
            Summary of Your Progress in Chapter {number}
          </h2>
          <dl className={styles['figures']}>
            <div>
              <dt>Sentences read</dt>
              <dd>
                <Figure value={counted.sentences} shown={readShown} />
              </dd>
            </div>
            <div>
              <dt>Fragments answered correctly</dt>
              <dd>
                <Figure value={counted.fragments} shown={rightShown} />
              </dd>
            </div>
          </dl>
          {counted.sentences !== read && (
            <p className={styles['since']}>
              Counted since you opened the chapter here. In all you have read {read} of its {sentences.length}{' '}
              sentences.
            </p>
          )}
          {story && <p className={styles['story']}>{story}</p>}
          <ul className={styles['bars']} aria-label="Known count by level">
            {groups.map(group => (
              <LevelRow key={group.name} {...group} known={knownCount} before={record.knownCount} />
            ))}
          </ul>
          <div className={styles['ways']}>
            {following?.isOpen && <NextChapter next={following} onLeave={onLeave} />}
            <Button look={following?.isOpen ? 'outline' : 'primary'} onClick={() => onLeave('/library')}>
              Exit to Library
            </Button>
            {following && !following.isOpen && <NextChapter next={following} onLeave={onLeave} />}
            {isOver && (
              <MistakesButton
                bookId={props.bookId}
                chapter={props.chapter}
                isSent={outbox.waiting === 0}
                onLeave={onLeave}
              />
            )}
            {onResume && (
              <Button look="outline" onClick={onResume}>
                Read on
              </Button>
            )}
          </div>
        </section>
        {isOver && (
          <Leaf
            address={{ bookId: props.bookId, chapter: props.chapter }}
            book={book}
            number={number}
            title={title}
            sentences={sentences}
            newHere={record.newFragments}
            outbox={outbox}
          />
        )}
      </div>
    </Modal>
  );
}

/** A count that is animated, and announced once. */
function Figure({ value, shown }: { value: number; shown: number }) {
  return (
    <>
      <span aria-hidden="true">{Math.round(shown)}</span>
      <span className={styles['unseen']}>{value}</span>
    </>
  );
}

/** The share of a level that is filled; the part from this chapter is darker. */
function LevelRow({
  name,
  from,
  to,
  known,
  before,
}: {
  name: string;
  from: number;
  to: number | null;
  known: number;
  before: number;
}) {
  const count = Math.floor(known);
  const end = to ?? from;
  const share = (value: number) =>
    to === null ? (value >= from ? 1 : 0) : Math.max(0, Math.min(1, (value - from) / (to - from)));
  const says =
    count >= end && count > 0
      ? `${end} of ${end}`
      : count > from || from === 0
        ? `${count} of ${end}`
        : `from ${from}`;
  const [filled, old] = [share(known), share(Math.min(before, known))];
  return (
    <li>
      <b>{name}</b>
      <span className={styles['track']} aria-hidden="true">
        <i style={{ width: `${filled * 100}%` }}>
          {filled > old && <i style={{ width: `${((filled - old) / filled) * 100}%` }} />}
        </i>
      </span>
      <span>{says}</span>
    </li>
  );
}
