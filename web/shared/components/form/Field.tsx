import { type ComponentProps, type ReactNode, useId, useState } from 'react';
import type { Rule } from '../../../../domain/account/rules.ts';
import { Icon } from '../Icon.tsx';
import styles from './Field.module.css';
import { RuleList } from './RuleList.tsx';

interface Around {
  label: string;
  /** The error of the value; announced, and read with the field. */
  error?: string | undefined;
  /** Beside the label, for example a link. */
  aside?: ReactNode;
}

function useDescription({
  error,
  rules,
}: {
  error?: string | undefined;
  rules?: readonly Rule[] | undefined;
}) {
  const id = useId();
  const described = [rules && `${id}-rules`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, described: described || undefined };
}

function Frame({ id, label, error, aside, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className={styles['field']}>
      <div className={styles['top']}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      {children}
      <div aria-live="polite">
        {error && (
          <p id={`${id}-error`} className={styles['error']}>
            <Icon name="alert" size={16} />
            <span>{error}</span>
          </p>
        )}
      </div>
    </div>
  );
}

/** A text input. With `rules`, each is shown live as met or unmet. Spread a form's `field` into it. */
export function Field({
  label,
  error,
  aside,
  rules,
  value,
  ...input
}: Around & Omit<ComponentProps<'input'>, 'id' | 'value'> & { rules?: readonly Rule[]; value: string }) {
  const { id, described } = useDescription({ error, rules });
  return (
    <Frame id={id} label={label} error={error} aside={aside}>
      <input
        {...input}
        value={value}
        id={id}
        className={styles['input']}
        aria-invalid={!!error}
        aria-describedby={described}
      />
      {rules && <RuleList id={`${id}-rules`} rules={rules} value={value} />}
    </Frame>
  );
}

/** A password, with a toggle that shows what was typed. */
export function PasswordField({
  label,
  error,
  aside,
  rules,
  value,
  ...input
}: Around &
  Omit<ComponentProps<'input'>, 'id' | 'value' | 'type'> & { rules?: readonly Rule[]; value: string }) {
  const { id, described } = useDescription({ error, rules });
  const [shown, setShown] = useState(false);
  return (
    <Frame id={id} label={label} error={error} aside={aside}>
      <div className={styles['withToggle']}>
        <input
          {...input}
          value={value}
          id={id}
          type={shown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={styles['input']}
          aria-invalid={!!error}
          aria-describedby={described}
        />
        <button
          type="button"
          className={styles['toggle']}
          aria-label={`${shown ? 'Hide' : 'Show'} ${label.toLowerCase()}`}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eye-off' : 'eye'} />
        </button>
      </div>
      {rules && <RuleList id={`${id}-rules`} rules={rules} value={value} />}
    </Frame>
  );
}

/** A multi-line text input. */
export function TextArea({ label, error, aside, ...input }: Around & Omit<ComponentProps<'textarea'>, 'id'>) {
  const { id, described } = useDescription({ error });
  return (
    <Frame id={id} label={label} error={error} aside={aside}>
      <textarea
        rows={6}
        {...input}
        id={id}
        className={styles['input']}
        aria-invalid={!!error}
        aria-describedby={described}
      />
    </Frame>
  );
}
