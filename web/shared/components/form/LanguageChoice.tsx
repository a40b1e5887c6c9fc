import { useId } from 'react';
import type { Language } from '../../languages.ts';
import styles from './LanguageChoice.module.css';

/** A choice of language; renders nothing if there is only one. */
export function LanguageChoice({
  languages,
  chosen,
  onChoose,
}: {
  languages: readonly Language[];
  /** Its id. */
  chosen: string | undefined;
  onChoose: (id: string) => void;
}) {
  const id = useId();
  if (languages.length < 2) return null;
  return (
    <p className={styles['choice']}>
      <label htmlFor={id}>Language</label>
      <select id={id} value={chosen} onChange={({ target }) => onChoose(target.value)}>
        {languages.map(language => (
          <option key={language.id} value={language.id}>
            {language.name}
          </option>
        ))}
      </select>
    </p>
  );
}
