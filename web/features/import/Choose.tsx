import { useId, useRef, useState } from 'react';
import { Button } from '../../shared/components/Button.tsx';
import { Banner } from '../../shared/components/feedback/Banner.tsx';
import { TextArea } from '../../shared/components/form/Field.tsx';
import styles from './Import.module.css';

/** Accepts a dropped or chosen file, or typed words. */
export function Choose({
  problem,
  onFile,
  onText,
}: {
  /** The reason why the last input was refused. */
  problem: string | undefined;
  onFile: (file: File) => void;
  onText: (text: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  const hint = useId();
  return (
    <div className={styles['page']}>
      <h1>Bring what you know</h1>
      <p className={styles['lede']}>Nothing changes before you have seen what would.</p>
      {problem !== undefined && <Banner type="error">{problem}</Banner>}
      <section className={styles['sheet']} aria-labelledby={`${hint}-file`}>
        <h2 id={`${hint}-file`}>A file</h2>
        <ul id={hint} className={styles['kinds']}>
          <li>
            <b>A list of words</b> CSV, or notes exported from Anki as plain text
          </li>
          <li>
            <b>Your history</b> the JSONL file from the profile, here or of another account
          </li>
        </ul>
        <button
          type="button"
          className={styles['drop']}
          data-over={isOver || undefined}
          aria-describedby={hint}
          onClick={() => input.current?.click()}
          onDragOver={event => {
            // Otherwise the browser would open the dropped file.
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={event => {
            event.preventDefault();
            setOver(false);
            const [file] = event.dataTransfer.files;
            if (file) onFile(file);
          }}
        >
          <b>Choose a file</b> or drop it here
        </button>
        <input
          ref={input}
          type="file"
          hidden
          accept=".jsonl,.ndjson,.json,.csv,.tsv,.txt,text/csv,text/plain"
          onChange={event => {
            const [file] = Array.from(event.target.files ?? []);
            // Choosing the same file again must fire a change event too.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </section>
      <form
        className={styles['sheet']}
        onSubmit={event => {
          event.preventDefault();
          if (text.trim() !== '') onText(text);
        }}
      >
        <h2>Or type them</h2>
        <TextArea
          label="Words you know, one on each line"
          lang="es"
          spellCheck={false}
          autoCapitalize="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <div className={styles['go']}>
          <Button type="submit" look="outline" disabled={text.trim() === ''}>
            Look them up
          </Button>
        </div>
      </form>
    </div>
  );
}
