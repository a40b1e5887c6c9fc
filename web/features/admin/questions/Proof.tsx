import { Dialog } from '../../../shared/components/Dialog.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import styles from './Questions.module.css';
import type { Ranked } from './rank.ts';

/** A question with its options, how often each was chosen, and its place in the proof. */
export function Proof({
  of: { question },
  place: { title, chapter },
  onClose,
}: {
  of: Ranked;
  place: { title: string; chapter: number };
  onClose: () => void;
}) {
  const { before, asked, after, options, sentence, answers, unknown } = question;
  const file = `proof/${title.toLowerCase().replaceAll(' ', '-')}-${chapter}.html#s${sentence}`;
  const given = options.filter(({ text }) => text !== '');
  return (
    <Dialog onClose={onClose} title={`${title} ${chapter}, sentence ${sentence}`}>
      <p className={styles['text']} lang="es">
        {before}
        <b>{asked}</b>
        {after}
      </p>
      <ul className={styles['options']}>
        {given.map(({ text, explanation, times }, index) => (
          <li key={text}>
            <span className={index === 0 ? styles['good'] : styles['bad']}>
              <Icon name={index === 0 ? 'check' : 'cross'} size={18} />
            </span>
            <div>
              <b>{text}</b>
              <span className={styles['small']}>
                {index === 0 ? 'right' : 'wrong'}, chosen {times} of {answers} times
              </span>
              {explanation && <p>{explanation.replaceAll('*', '')}</p>}
            </div>
          </li>
        ))}
      </ul>
      <p className={styles['small']}>“I don’t know yet”: {unknown} times.</p>
      <p className={styles['small']}>
        In the proof of the chapter: <code>{file}</code>, written by{' '}
        <code>
          npm run library -- proof "{title.toLowerCase()}" {chapter}
        </code>
        .
      </p>
    </Dialog>
  );
}
