import type { Rule } from '../../../../domain/account/rules.ts';
import { Icon } from '../Icon.tsx';
import styles from './RuleList.module.css';

/** The rules of a value, each shown live as met or unmet (spec 5); sign, weight and a hidden word differ. */
export function RuleList({ id, rules, value }: { id: string; rules: readonly Rule[]; value: string }) {
  return (
    <ul id={id} className={styles['rules']}>
      {rules.map(rule => {
        const met = rule.holds(value);
        return (
          <li key={rule.name} className={met ? styles['met'] : styles['unmet']} data-met={met}>
            <span className={styles['sign']}>
              <Icon name={met ? 'check' : 'dot'} size={14} />
            </span>
            <span>
              {rule.text}
              <span className={styles['spoken']}>{met ? ' (met)' : ' (not met)'}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
