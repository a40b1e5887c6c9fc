import { type Level, levels } from '../../../domain/vocabulary/levels.ts';
import styles from './Dots.module.css';

/**
 * Four small dots for a level, with a text for screen readers.
 * @param credited the level was not earned: its dots are hollow
 */
export function Dots({ level, credited }: { level: Level; credited?: boolean }) {
  const reached = levels.indexOf(level);
  return (
    <span
      className={`${styles['dots']} ${credited ? styles['credited'] : ''}`}
      role="img"
      aria-label={level === 'new' ? 'new' : `level ${level}`}
    >
      {levels.slice(1).map((step, index) => (
        <i key={step} className={index < reached ? styles['on'] : undefined} />
      ))}
    </span>
  );
}
