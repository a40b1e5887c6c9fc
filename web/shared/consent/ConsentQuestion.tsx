import { Button } from '../components/Button.tsx';
import { useSite } from '../site.tsx';
import styles from './Consent.module.css';
import { choose } from './consent.ts';

/** The consent question, as the home page and the footer's dialog show it. */
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

/** What a changed choice deletes. The provider cannot delete recordings alone (decision 48). */
export function DeletionText() {
  const { analytics } = useSite();
  return analytics ? (
    <p>
      A no has Mixpanel delete all that was noted before. So does a yes without recording, if you were
      recorded: recordings cannot be deleted alone there. Visits are then counted from the beginning.
    </p>
  ) : (
    <p>
      A no deletes all that was noted before. A yes without recording deletes the recordings, and keeps the
      visits.
    </p>
  );
}

/** Two buttons with the same weight. */
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
