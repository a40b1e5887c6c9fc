import { memo } from 'react';
import { Icon } from '../../../shared/components/Icon.tsx';
import { Logo } from '../../../shared/components/Logo.tsx';
import { useConnection } from '../../../shared/device/connection.ts';
import { useIsBehind } from '../../../shared/session.tsx';
import type { Action } from '../state/transition.ts';
import styles from './ReaderBar.module.css';

interface Props {
  book: string;
  chapter: string;
  /** Counted from 1. */
  place: number;
  total: number;
  /** Number of sentences of the chapter that were read. */
  read: number;
  /** Answered share of this sentence's questions, 0 to 1. */
  share: number;
  /** The position of the reader, as text. */
  whereabouts: string;
  waiting: number;
  /** Previous and next sentence, for admins only (spec 6). */
  isAdmin: boolean;
  dispatch: (action: Action) => void;
}

export const ReaderBar = memo(function ReaderBar(props: Props) {
  const { book, chapter, place, total, waiting, isAdmin, dispatch } = props;
  const open = (dialog: 'so far' | 'type' | 'help' | 'report') => dispatch({ type: 'opened', dialog });
  return (
    <header className={styles['top']}>
      <div className={styles['bar']}>
        <button
          type="button"
          className={styles['logo']}
          onClick={() => dispatch({ type: 'leaving', way: 'library' })}
          aria-label="Camino, exit to the library"
        >
          <Logo compact />
        </button>
        <h1 className={styles['where']} lang="es">
          <b>{book}</b>
          <span>{chapter}</span>
        </h1>
        <div className={`${styles['end']} ${isAdmin ? styles['crowded'] : ''}`}>
          <Connection waiting={waiting} />
          {isAdmin && (
            <>
              <Tool
                label="Previous sentence (P)"
                icon="back"
                onClick={() => dispatch({ type: 'leaving', way: 'previous' })}
              />
              <Tool
                label="Next sentence (N)"
                icon="forward"
                onClick={() => dispatch({ type: 'leaving', way: 'next' })}
              />
            </>
          )}
          <button
            type="button"
            className={styles['count']}
            aria-label={`${place} / ${total}, the chapter so far`}
            aria-haspopup="dialog"
            title="The chapter so far"
            onClick={() => open('so far')}
          >
            {place} / {total}
          </button>
          <button
            type="button"
            className={`${styles['tool']} ${styles['aa']}`}
            aria-label="Type, theme and keys"
            aria-haspopup="dialog"
            title="Type, theme and keys"
            onClick={() => open('type')}
          >
            Aa
          </button>
          <Tool label="Help" icon="help" className={styles['wide']} onClick={() => open('help')} />
          <Tool label="Report an issue" icon="flag" onClick={() => open('report')} />
        </div>
      </div>
      <ChapterLine {...props} />
    </header>
  );
});

/** The state of the connection; reading continues without one. */
function Connection({ waiting }: { waiting: number }) {
  const isBehind = useIsBehind();
  const connection = useConnection();
  const away = connection === 'failing' ? 'the server does not answer' : 'offline';
  return (
    <span className={styles['waiting']} role="status">
      {waiting > 0
        ? `${away}, ${waiting} waiting`
        : connection !== 'up'
          ? away
          : isBehind && 'catching up, all is safe'}
    </span>
  );
}

/**
 * One segment per sentence; the current one grows with every answer. It is a meter, because screen readers announce every
 * change of a progress bar.
 */
function ChapterLine({ place, total, read, share, whereabouts }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the segments are drawn here.
    <div
      className={`${styles['line']} ${total > 60 ? styles['dense'] : ''}`}
      role="meter"
      aria-label="Chapter"
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(total, Math.max(read, place - 1 + share))}
      aria-valuetext={whereabouts}
    >
      {Array.from({ length: total }, (_, index) => {
        const state = index === place - 1 ? 'here' : index < read ? 'read' : undefined;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the segments of a chapter never move.
          <i key={index} data-state={state}>
            {state === 'here' && <b style={{ scale: `${share} 1` }} />}
          </i>
        );
      })}
    </div>
  );
}

function Tool({
  label,
  icon,
  className = '',
  onClick,
}: {
  label: string;
  icon: 'back' | 'forward' | 'help' | 'flag';
  className?: string | undefined;
  onClick: () => void;
}) {
  return (
    <button
      type="button"
      className={`${styles['tool']} ${className}`}
      aria-label={label}
      title={label}
      onClick={onClick}
    >
      <Icon name={icon} />
    </button>
  );
}
