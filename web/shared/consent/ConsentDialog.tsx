import { useState } from 'react';
import { Button } from '../components/Button.tsx';
import { Dialog, DialogActions } from '../components/Dialog.tsx';
import { useSite } from '../site.tsx';
import styles from './Consent.module.css';
import { ConsentButtons, ConsentText, DeletionText } from './ConsentQuestion.tsx';
import { hasPrivacyControl, useConsent, useIsWithdrawing } from './consent.ts';

const chosen = {
  undecided: 'You have not answered yet: nothing is noted.',
  refused: 'Your answer is no: nothing is noted.',
  visits: 'Your answer is yes: visits are counted.',
  recordings: 'Your answer is yes: visits are counted and recorded.',
};

/** 'Consent Preferences' (spec 2, Footer): the same question with the current choice. */
export default function ConsentDialog({ onClose }: { onClose: () => void }) {
  const consent = useConsent() ?? 'undecided';
  const deleting = useIsWithdrawing();
  const { analytics } = useSite();
  const [records, setRecords] = useState(consent === 'recordings');
  return (
    <Dialog title="Consent Preferences" onClose={onClose}>
      <div role="status" className={styles['chosen']}>
        {chosen[consent]}
        {deleting && ' What was noted is being deleted; without a connection, with your next visit.'}
      </div>
      {hasPrivacyControl() ? (
        <>
          <p>
            Your browser asks sites not to track you (Global Privacy Control). We take that as a no, and do
            not ask.
          </p>
          <DialogActions>
            <Button look="outline" onClick={onClose}>
              Close
            </Button>
          </DialogActions>
        </>
      ) : (
        <>
          <ConsentText />
          <label className={styles['recordings']}>
            <input type="checkbox" checked={records} onChange={event => setRecords(event.target.checked)} />
            <span>
              With a yes, also record how I move through pages. Every text and picture is masked, account
              pages are left out{analytics ? '.' : ', and a recording is deleted after 30 days.'}
            </span>
          </label>
          <DeletionText />
          <ConsentButtons yes={records ? 'recordings' : 'visits'} onChosen={onClose} />
        </>
      )}
    </Dialog>
  );
}
