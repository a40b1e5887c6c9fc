import { Icon } from '../../shared/components/Icon.tsx';
import styles from './Questions.module.css';

/** Questions that unfold in place; the first is open. */
export function Questions({
  asked,
}: {
  asked: readonly { readonly question: string; readonly answer: string }[];
}) {
  return (
    <div className={styles['questions']}>
      {asked.map(({ question, answer }, index) => (
        <details key={question} open={index === 0}>
          <summary>
            {question}
            <Icon name="down" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  );
}
