import { AutoSentenceForm } from '../auto-sentence/AutoSentenceForm.tsx';
import { Panel } from '../panel/Panel.tsx';
import type { FormName } from '../panel/panels.ts';
import { BookForm, CourseForm, LanguageForm } from './ContentForms.tsx';
import styles from './Forms.module.css';
import { HealthCheck } from './HealthCheck.tsx';
import { RebuildForm } from './RebuildForm.tsx';
import { ResetForm } from './ResetForm.tsx';

/** The seven forms of spec 2, of which one is open at a time. */
export function Forms({
  open,
  onToggle,
  resetOf,
  onResetOf,
}: {
  open: FormName | undefined;
  onToggle: (form: FormName) => void;
  /** Username in the form of resets. */
  resetOf: string;
  onResetOf: (username: string) => void;
}) {
  const place = (form: FormName) => ({ open: open === form, onToggle: () => onToggle(form) });
  return (
    <div id="forms" className={styles['forms']}>
      <LanguageForm place={place('language')} />
      <CourseForm place={place('course')} />
      <BookForm place={place('book')} />
      <AutoSentenceForm place={place('auto-sentence')} />
      <Panel form="health-check" place={place('health-check')}>
        <HealthCheck />
      </Panel>
      <ResetForm place={place('vocabulary-reset')} username={resetOf} onUsername={onResetOf} />
      <RebuildForm place={place('rebuild')} />
    </div>
  );
}
