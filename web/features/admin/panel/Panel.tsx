import type { ReactNode } from 'react';
import { AdminIcon } from '../AdminIcon.tsx';
import styles from './Panel.module.css';
import { type FormName, formNames, panels } from './panels.ts';

/** Properties that each form gets from the page. */
export interface PanelState {
  readonly open: boolean;
  readonly onToggle: () => void;
}

/** One of the seven forms. A closed one stays mounted, so that it keeps its text and continues its work. */
export function Panel({
  form,
  place: { open, onToggle },
  running,
  children,
}: {
  form: FormName;
  place: PanelState;
  /** Shown on the bar during work. */
  running?: string | undefined;
  children: ReactNode;
}) {
  const { title, say } = panels[form];
  return (
    <section className={`${styles['panel']} ${open ? styles['open'] : ''}`}>
      <h2 className={styles['heading']}>
        <button
          type="button"
          id={form}
          className={styles['bar']}
          aria-expanded={open}
          aria-controls={`${form}-form`}
          onClick={onToggle}
        >
          <span className={styles['number']} aria-hidden="true">
            {formNames.indexOf(form) + 1}
          </span>
          <span className={styles['title']}>{title}</span>
          <span className={running === undefined ? styles['say'] : styles['running']}>{running ?? say}</span>
          <AdminIcon name={open ? 'up' : 'down'} />
        </button>
      </h2>
      <div id={`${form}-form`} className={styles['body']} hidden={!open}>
        {children}
      </div>
    </section>
  );
}
