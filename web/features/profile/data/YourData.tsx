import { useEffect, useRef, useState } from 'react';
import { exportAnki, exportHistory, exportVocabulary } from '../../../../facade/export.ts';
import { myData } from '../../../../facade/own-account.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Banner } from '../../../shared/components/feedback/Banner.tsx';
import { Link } from '../../../shared/components/Link.tsx';
import { refusalText } from '../../../shared/refusal-text.ts';
import { useSessionActions } from '../../../shared/session.tsx';
import styles from '../Profile.module.css';
import { type Downloaded, download, save } from './download.ts';

/** All exports of a learner's data, with or without a subscription (decision 51). */
export function YourData() {
  const session = useSessionActions();
  const [busy, setBusy] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<string>();
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    const controller = new AbortController();
    leaving.current = controller;
    return () => controller.abort();
  }, []);

  async function take(name: string, load: (signal: AbortSignal) => Promise<Downloaded>) {
    const signal = leaving.current?.signal;
    if (busy !== undefined || !signal) return;
    setBusy(name);
    setProblem(undefined);
    setDone(undefined);
    try {
      const file = await load(signal);
      save(file);
      setDone(`${file.name} is saved.`);
    } catch (failure) {
      if (signal.aborted) return;
      setProblem(`${name} was not saved: ${refusalText(failure)}`);
    }
    setBusy(undefined);
  }

  const files = [
    {
      name: 'History',
      kind: 'JSONL',
      load: (signal: AbortSignal) => download(session, exportHistory, signal),
      says: (
        <>
          All that you have read, answered, marked and kept, as it happened, and the vocabulary it led to.{' '}
          <a href="/history-export.schema.json">What its lines mean</a>
        </>
      ),
    },
    {
      name: 'Vocabulary',
      kind: 'CSV',
      load: (signal: AbortSignal) => download(session, exportVocabulary, signal),
      says: 'A table for spreadsheets: every fragment with its meaning, level, sentence and your note.',
    },
    {
      name: 'Anki notes',
      kind: 'TXT',
      load: (signal: AbortSignal) => download(session, exportAnki, signal),
      says: 'Each fragment in a sentence that you have read. Imported again, the notes are updated.',
    },
    {
      name: 'Account',
      kind: 'JSON',
      load: async (signal: AbortSignal) => accountFile(await session.client.call(myData, { signal })),
      says: 'Your account, where you are signed in, your messages to us, when words come back as worked out from your answers, and visits that you let us count.',
    },
  ];

  return (
    <section id="data" className={styles['sheet']}>
      <h2>Your data</h2>
      <p className={styles['soft']}>It is yours, with a subscription or without.</p>
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <p className={styles['unseen']} role="status">
        {busy === undefined ? done : `${busy} is being made`}
      </p>
      <ul className={styles['files']}>
        {files.map(({ name, kind, load, says }) => (
          <li key={name}>
            <div>
              <h3>
                {name} <small>{kind}</small>
              </h3>
              <p>{says}</p>
            </div>
            <Button
              look="outline"
              busy={busy === name}
              disabled={busy !== undefined && busy !== name}
              aria-label={`Download ${name} as ${kind}`}
              onClick={() => void take(name, load)}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles['import']}>
        <Link to="/import">Bring back a history, or a list of words you know</Link>
      </p>
    </section>
  );
}

function accountFile(data: unknown): Downloaded {
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  return { file, name: `camino-account-${new Date().toISOString().slice(0, 10)}.json` };
}
