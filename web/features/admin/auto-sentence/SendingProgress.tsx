import { useEffect, useState } from 'react';
import { Button } from '../../../shared/components/Button.tsx';
import { AdminIcon } from '../AdminIcon.tsx';
import styles from './AutoSentence.module.css';
import type { Sender, Sending } from './sending.ts';

/** Progress of sending a folder, in files. */
export function SendingProgress({ sending, sender }: { sending: Sending; sender: Sender }) {
  const { folder, state, files, nextAt, pausesLeft, sentence } = sending;
  const count = countsOf(sending);
  const left = files.length - count.done;
  return (
    <div className={styles['going']}>
      <h3>
        {{ sending: 'Sending', stopped: 'Stopped', ended: 'Sent' }[state]}{' '}
        <b className={styles['name']}>{folder}</b>
      </h3>
      <div
        className={styles['track']}
        role="progressbar"
        aria-label="Files sent"
        aria-valuemin={0}
        aria-valuemax={files.length}
        aria-valuenow={count.done}
        aria-valuetext={`${count.done} of ${files.length}`}
      >
        <i style={{ width: `${(100 * count.done) / files.length}%` }} />
      </div>
      <p className={styles['counts']}>
        <span>
          <b>{count.done}</b> of {files.length}
        </span>
        <span className={styles['added']}>{count.added} added</span>
        {count.failed > 0 && <span className={styles['wrong']}>{count.failed} failed</span>}
        {state === 'sending' && pausesLeft > 0 && <span>{timeLeft(pausesLeft)}</span>}
      </p>
      {sentence !== undefined && (
        <p className={styles['sentence']} lang="es">
          {sentence}
        </p>
      )}
      <div className={styles['counts']}>
        {nextAt !== undefined && <NextFile at={nextAt} />}
        {state === 'sending' && (
          <Button look="outline" className={styles['small']} onClick={sender.stop}>
            <AdminIcon name="stop" size={18} />
            Stop
          </Button>
        )}
        {state === 'stopped' && (
          <Button look="outline" className={styles['small']} onClick={sender.resume}>
            <AdminIcon name="play" size={18} />
            Send the other {left}
          </Button>
        )}
      </div>
      <p role="status" className={styles['spoken']}>
        {state === 'sending'
          ? `Sending ${folder}, ${files.length} files`
          : `${state === 'ended' ? 'All files were sent' : 'Stopped'}: ${count.added} added, ${count.failed} failed`}
      </p>
    </div>
  );
}

export function countsOf({ files }: Sending) {
  const added = files.filter(({ state }) => state === 'added').length;
  const failed = files.filter(({ state }) => state === 'failed').length;
  return { added, failed, done: added + failed };
}

function NextFile({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 100);
    return () => clearInterval(timer);
  }, []);
  return <span>The next file goes in {(Math.max(0, at - now) / 1_000).toFixed(1)} s</span>;
}

function timeLeft(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1_000);
  if (seconds < 60) return `about ${seconds} s left`;
  const minutes = Math.round(seconds / 60);
  return `about ${minutes} minute${minutes === 1 ? '' : 's'} left`;
}
