import { memo, type ReactNode, useId } from 'react';
import { Switch } from '../../../shared/components/form/Choice.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import { themeNames } from '../../../shared/theme/names.ts';
import { chooseTheme, useThemeChoice } from '../../../shared/theme/theme.ts';
import { Sheet, sheetTool } from '../sheet/Sheet.tsx';
import { changePreferences, type Preferences, sizes, usePreferences } from './preferences.ts';
import styles from './TypePanel.module.css';

const faces = [
  ['book', 'Book'],
  ['plain', 'Plain'],
  ['dyslexic', 'OpenDyslexic'],
] as const;
const leadings = [
  ['less', 'Less'],
  ['middle', 'Middle'],
  ['more', 'More'],
] as const;

const chooseFace = (face: Preferences['face']) => changePreferences({ face });
const chooseLeading = (leading: Preferences['leading']) => changePreferences({ leading });
const chooseWidth = (width: Preferences['width']) => changePreferences({ width });

/** The panel Aa: font, theme and keys. Changes apply at once and are stored on the device. */
export default function TypePanel({ onHelp, onClose }: { onHelp: () => void; onClose: () => void }) {
  const { face, size, leading, width, keys } = usePreferences();
  const theme = useThemeChoice();
  const step = sizes.indexOf(size);
  const resize = (by: 1 | -1) => {
    const next = sizes[step + by];
    if (next) changePreferences({ size: next });
  };
  return (
    <Sheet
      title="As you like to read"
      onClose={() => onClose()}
      tools={
        <button type="button" className={`${sheetTool} ${styles['help']}`} aria-label="Help" onClick={onHelp}>
          <Icon name="help" />
        </button>
      }
    >
      <Choices label="Type" choices={faces} chosen={face} onChoose={chooseFace} />
      <div className={styles['set']}>
        <span>Size</span>
        <span className={styles['steps']}>
          <button type="button" aria-label="Smaller" aria-disabled={step === 0} onClick={() => resize(-1)}>
            A
          </button>
          <output>{size} %</output>
          <button
            type="button"
            aria-label="Larger"
            aria-disabled={step === sizes.length - 1}
            onClick={() => resize(1)}
          >
            A
          </button>
        </span>
      </div>
      <Choices label="Leading" choices={leadings} chosen={leading} onChoose={chooseLeading} />
      <Choices label="Width" choices={leadings} chosen={width} onChoose={chooseWidth} look="wide" />
      <Choices label="Theme" choices={themeNames} chosen={theme} onChoose={chooseTheme} look="stacked" />
      <div className={styles['set']}>
        <div className={styles['keys']}>
          <Switch
            label="Single keys"
            hint="1 2 3 · 0 · T · E · K · U · R"
            checked={keys}
            onChange={keys => changePreferences({ keys })}
          />
        </div>
      </div>
    </Sheet>
  );
}

interface ChoicesProps<Value extends string> {
  label: string;
  choices: readonly (readonly [Value, string])[];
  chosen: Value;
  onChoose: (value: Value) => void;
  /** `wide`: only on screens wider than a phone. */
  look?: 'wide' | 'stacked';
}

/** One of a few options, as native radio buttons: arrows choose, and the group is one tab stop. */
const Choices = memo(function Choices<Value extends string>({
  label,
  choices,
  chosen,
  onChoose,
  look,
}: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className={`${styles['set']} ${look ? styles[look] : ''}`} aria-labelledby={name}>
      <span id={name}>{label}</span>
      <span className={styles['choices']}>
        {choices.map(([value, words]) => (
          <label key={value} data-value={value}>
            <input type="radio" name={name} checked={value === chosen} onChange={() => onChoose(value)} />
            <span>{words}</span>
          </label>
        ))}
      </span>
    </fieldset>
  );
}) as <Value extends string>(props: ChoicesProps<Value>) => ReactNode;
