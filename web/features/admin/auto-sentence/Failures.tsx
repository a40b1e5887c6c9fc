import { Button } from '../../../shared/components/Button.tsx';
import { AdminIcon } from '../AdminIcon.tsx';
import styles from './AutoSentence.module.css';
import type { Sender, Sending } from './sending.ts';

/** The failed files with their errors; they stay after the end. */
export function Failures({ sending, sender }: { sending: Sending; sender: Sender }) {
  const failed = sending.files.flatMap((file, index) =>
    file.state === 'failed' ? [{ ...file, index }] : [],
  );
  if (failed.length === 0) return null;
  const one = failed.length === 1;
  return (
    <section className={styles['failures']} aria-label="Files that failed">
      <header>
        <h3>
          <AdminIcon name="alert" />
          {one ? 'One file failed' : `${failed.length} files failed`}
        </h3>
        {!one && (
          <Button look="outline" className={styles['small']} onClick={() => sender.retry()}>
            <AdminIcon name="again" size={18} />
            Retry all {failed.length}
          </Button>
        )}
      </header>
      <ul className={styles['list']}>
        {failed.map(({ index, name, why }) => (
          <li key={index}>
            <code>{name}</code>
            <span>{why}</span>
            <Button
              look="quiet"
              className={styles['retry']}
              aria-label={`Retry ${name}`}
              onClick={() => sender.retry(index)}
            >
              <AdminIcon name="again" size={17} />
              Retry
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
