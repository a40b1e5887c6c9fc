import { Button } from '../../../shared/components/Button.tsx';
import styles from './EnoughNew.module.css';

/** New words wait for tomorrow, unless the learner wants them today. */
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
