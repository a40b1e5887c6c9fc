import { Icon } from '../../../shared/components/Icon.tsx';
import { Logo } from '../../../shared/components/Logo.tsx';
import styles from './ReaderBar.module.css';

interface Props {
  book: string;
  chapter: string;
  /** From 1. */
  place: number;
  total: number;
  /** Percent of the chapter read. */
  percent: number;
  waiting: number;
  onExit: () => void;
  onHelp: () => void;
  onReport: () => void;
  /** Admins only (spec 6): previous and next sentence. */
  navigation: { onPrevious: () => void; onNext: () => void } | undefined;
}

export function ReaderBar(props: Props) {
  const { book, chapter, place, total, percent, waiting, navigation } = props;
  return (
    <header className={styles['top']}>
      <div className={styles['bar']}>
        <button
          type="button"
          className={styles['logo']}
          onClick={props.onExit}
          aria-label="Camino, exit to the library"
        >
          <Logo compact />
        </button>
        <h1 className={styles['where']} lang="es">
          <b>{book}</b>
          <span>{chapter}</span>
        </h1>
        <div className={`${styles['end']} ${navigation ? styles['crowded'] : ''}`}>
          {waiting > 0 && (
            <span className={styles['waiting']} role="status">
              offline, {waiting} waiting
            </span>
          )}
          {navigation && (
            <>
              <Tool label="Previous sentence (P)" icon="back" onClick={navigation.onPrevious} />
              <Tool label="Next sentence (N)" icon="forward" onClick={navigation.onNext} />
            </>
          )}
          <span className={styles['count']}>
            {place} / {total}
          </span>
          <Tool label="Help" icon="help" onClick={props.onHelp} />
          <Tool label="Report an issue" icon="flag" onClick={props.onReport} />
        </div>
      </div>
      <div
        className={styles['line']}
        role="progressbar"
        aria-label="Chapter"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
      >
        <i style={{ width: `${percent}%` }} />
      </div>
    </header>
  );
}

function Tool({
  label,
  icon,
  onClick,
}: {
  label: string;
  icon: 'back' | 'forward' | 'help' | 'flag';
  onClick: () => void;
}) {
  return (
    <button type="button" className={styles['tool']} aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
