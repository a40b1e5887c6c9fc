import type { Pace as Chosen } from '../../../domain/quiz/pace.ts';
import type { BodyOf } from '../../../facade/endpoint.ts';
import type { setSetting } from '../../../facade/users.ts';
import { Switch } from '../../shared/components/form/Choice.tsx';
import { utcMidnight } from '../../shared/day.ts';
import styles from './Pace.module.css';

const often: readonly { value: Chosen['fragmentsAsked']; label: string; hint: string }[] = [
  {
    value: 'every time',
    label: 'Every time it comes',
    hint: 'The most practice: it is asked until you know it',
  },
  {
    value: 'three times',
    label: 'Three times at most',
    hint: 'After that it is only read, until the next chapter',
  },
  {
    value: 'once',
    label: 'Once',
    hint: 'The quickest way through the story; what you forget comes back in Review',
  },
];

const bounds = [null, 80, 40, 20, 10] as const;

/** How much is asked while reading. The first choice of each is the default. */
export function Pace({
  settings,
  onChange,
}: {
  settings: Chosen;
  onChange: (change: BodyOf<typeof setSetting>) => void;
}) {
  const { fragmentsAsked, asksWholeSentence, newFragmentsPerDay } = settings;
  const isOwn = !bounds.some(bound => bound === newFragmentsPerDay);
  return (
    <>
      <fieldset className={styles['choices']}>
        <legend>How often a word is asked in one chapter</legend>
        {often.map(({ value, label, hint }) => (
          <label key={value}>
            <input
              type="radio"
              name="fragmentsAsked"
              checked={value === fragmentsAsked}
              onChange={() => onChange({ setting: 'fragmentsAsked', value })}
            />
            <span>
              {label}
              <span className={styles['hint']}>{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      <Switch
        label="The whole sentence, too"
        hint="Ask what a sentence means before its translation is shown"
        checked={asksWholeSentence}
        onChange={value => onChange({ setting: 'asksWholeSentence', value })}
      />
      <fieldset className={styles['choices']}>
        <legend>New words and endings a day</legend>
        <div className={styles['row']}>
          {[...bounds, ...(isOwn ? [newFragmentsPerDay] : [])].map(value => (
            <label key={value}>
              <input
                type="radio"
                name="newFragmentsPerDay"
                checked={value === newFragmentsPerDay}
                onChange={() => onChange({ setting: 'newFragmentsPerDay', value })}
              />
              {value ?? 'All that come'}
            </label>
          ))}
        </div>
        <p className={styles['hint']}>
          After that, other new ones are shown but not asked, and you can still ask for them. A new day begins
          at {utcMidnight()} here.
        </p>
      </fieldset>
    </>
  );
}
