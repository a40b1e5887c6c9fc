import { useState } from 'react';
import { Link } from '../../shared/components/Link.tsx';
import { type SentencesProps, sentenceLabel } from './Cells.tsx';
import styles from './ChapterMap.module.css';

/** The same sentences as an expandable list, the alternative to the small cells. */
export function SentenceList({
  sentences,
  read,
  here,
  locked,
  addressOf,
  textOf,
  onInspect,
}: SentencesProps) {
  // A closed list is not rendered, because there may be thousands of sentences.
  const [opened, setOpened] = useState(false);
  const onToggle = ({ currentTarget }: React.ToggleEvent<HTMLDetailsElement>) => {
    if (!currentTarget.open) return;
    setOpened(true);
    onInspect();
  };
  return (
    <details className={styles['list']} onToggle={onToggle}>
      <summary>{sentences.length === 1 ? '1 sentence' : `${sentences.length} sentences`}</summary>
      <ol>
        {(opened ? sentences : []).map((sentence, index) => (
          <li key={sentence[0]}>
            <Link to={addressOf(sentence[0])} aria-current={index === here ? 'location' : undefined}>
              {textOf(sentence[0]) !== undefined && <q lang="es">{textOf(sentence[0])}</q>}
              {sentenceLabel(sentence, index)}
              {index >= read && ', not read yet'}
              {locked && '. Subscribe to read it'}
            </Link>
          </li>
        ))}
      </ol>
    </details>
  );
}
