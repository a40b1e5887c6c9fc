import { Button } from '../components/Button.tsx';
import { useSite } from '../site.tsx';
import styles from './Consent.module.css';
import { choose } from './consent.ts';

/** What is asked, in the words of the home page and of the footer's dialog. */
export function ConsentText() {
  const { analytics } = useSite();
  return (
    <p>
      If you say yes, we note which pages you open, how you found us, and your username once you are logged
      in. It shows us what to write next.{' '}
      {analytics
        ? 'A company that counts visits for us, Mixpanel, receives it.'
        : 'It stays with us, for a year at most.'}{' '}
      If you say no, nothing is noted, and everything works the same.
    </p>
  );
}

/** Two answers that weigh the same. */
export function ConsentButtons({
  yes = 'visits',
  onChosen,
}: {
  yes?: 'visits' | 'recordings';
  onChosen?: () => void;
}) {
  const answer = (choice: 'refused' | typeof yes) => () => {
    choose(choice);
    onChosen?.();
  };
  return (
    <div className={styles['answers']}>
      <Button look="outline" onClick={answer('refused')}>
        No
      </Button>
      <Button look="outline" onClick={answer(yes)}>
        Yes
      </Button>
    </div>
  );
}
