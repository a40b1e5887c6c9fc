import styles from './Consent.module.css';
import { ConsentButtons, ConsentText } from './ConsentQuestion.tsx';
import { useConsent } from './consent.ts';

/** The consent question as part of the page, for visitors who have not answered. */
export default function ConsentLine() {
  if (useConsent() !== 'undecided') return null;
  return (
    <section className={styles['line']} aria-labelledby="consent">
      <div>
        <h2 id="consent">May we count your visits?</h2>
        <ConsentText />
      </div>
      <ConsentButtons />
    </section>
  );
}
