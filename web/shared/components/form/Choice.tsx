import type { ComponentProps, ReactNode } from 'react';
import { Icon } from '../Icon.tsx';
import styles from './Choice.module.css';

/** A checkbox with its label. */
export function Checkbox({ children, ...input }: ComponentProps<'input'> & { children: ReactNode }) {
  return (
    <label className={styles['checkbox']}>
      <input {...input} type="checkbox" />
      <span className={styles['box']}>
        <Icon name="check" size={16} />
      </span>
      <span>{children}</span>
    </label>
  );
}

/** A switch that takes effect at once. */
export function Switch({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string;
  hint?: string;
  checked: boolean;
  onChange: (on: boolean) => void;
}) {
  return (
    <label className={styles['switch']}>
      <span>
        <span className={styles['label']}>{label}</span>
        {hint && <span className={styles['hint']}>{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        checked={checked}
        aria-checked={checked}
        onChange={event => onChange(event.target.checked)}
      />
      <span className={styles['rail']} aria-hidden="true">
        <i>{checked && <Icon name="check" size={14} />}</i>
      </span>
    </label>
  );
}
