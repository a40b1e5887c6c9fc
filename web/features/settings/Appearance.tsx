import { themeNames } from '../../shared/theme/names.ts';
import { chooseTheme, useThemeChoice } from '../../shared/theme/theme.ts';
import styles from '../profile/Profile.module.css';

/** The theme of this device. */
export function Appearance() {
  const theme = useThemeChoice();
  return (
    <section className={styles['sheet']}>
      <h2>Appearance</h2>
      <fieldset className={styles['themes']}>
        <legend>Colors of the page</legend>
        {themeNames.map(([choice, name]) => (
          <label key={choice}>
            <input
              type="radio"
              name="theme"
              checked={theme === choice}
              onChange={() => chooseTheme(choice)}
            />
            {name}
          </label>
        ))}
      </fieldset>
    </section>
  );
}
