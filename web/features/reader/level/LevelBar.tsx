import { memo } from 'react';
import { bandAfter, bandOf, displayedBand, percentWithinBand } from '../../../../domain/vocabulary/bands.ts';
import styles from './LevelBar.module.css';
import { useCountUp } from './useCountUp.ts';

/** Badge, known count, percent within the level, and the next badge (spec 2, 9). */
export const LevelBar = memo(function LevelBar({ knownCount }: { knownCount: number }) {
  const percent = percentWithinBand(knownCount);
  const counted = useCountUp(knownCount);
  const band = bandOf(knownCount);
  // A count of zero shows A0.0 (spec 9), so the next level is that of its own band.
  const next = displayedBand(knownCount) === band.name ? bandAfter(band) : band;
  const shown = `${percent.toFixed(2)} %`;
  return (
    <footer className={styles['level']}>
      <div>
        <span className={styles['badge']}>{displayedBand(knownCount)}</span>
        <div className={styles['meter']}>
          <p>
            <span>
              Known count <b>{Math.floor(counted)}</b>
            </span>
            <span>{shown}</span>
          </p>
          {/* biome-ignore lint/a11y/useSemanticElements: it is drawn here. */}
          <div
            className={styles['track']}
            role="meter"
            aria-label={`Level ${displayedBand(knownCount)}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={percent}
            aria-valuetext={shown}
          >
            <i style={{ translate: `${percent - 100}%` }} />
          </div>
        </div>
        {next && <span className={`${styles['badge']} ${styles['next']}`}>{next.name}</span>}
      </div>
    </footer>
  );
});
