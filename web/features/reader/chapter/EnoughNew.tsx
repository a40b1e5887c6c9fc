import { Button } from '../../../shared/components/Button.tsx';
import styles from './EnoughNew.module.css';

/** Says that more new words wait until tomorrow; the learner can ask for them now. */
export function EnoughNew({ onMore }: { onMore: () => void }) {
  return (
    <div className={styles['enough']} role="note">
      <p>You have met your new words for today. Others are shown, but not asked.</p>
      <Button look="outline" onClick={onMore}>
        Ask them, too
      </Button>
    </div>
  );
}
