import { useEffect, useRef, useState } from 'react';
import { Icon } from '../../../shared/components/Icon.tsx';
import { Marked } from '../../../shared/components/Marked.tsx';
import type { ReaderSentence } from '../chapter/contents.ts';
import { paragraphsOf } from '../chapter/paragraphs.ts';
import { Sheet } from '../sheet/Sheet.tsx';
import styles from './SoFar.module.css';

/**
 * The text of the chapter so far, in paragraphs, including the whole current one. Sentences that were read can be opened again;
 * nothing is asked, and last read does not change.
 */
export default function SoFar({
  title,
  sentences,
  current,
  read,
  onClose,
}: {
  title: string;
  sentences: readonly ReaderSentence[];
  /** Index of the current sentence. */
  current: number;
  /** Number of sentences read. */
  read: number;
  onClose: () => void;
}) {
  const [opened, setOpened] = useState<number | null>(null);
  const here = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    here.current?.scrollIntoView({ block: 'center' });
  }, []);
  const paragraphs = paragraphsOf(sentences);
  const last = paragraphs.findIndex(({ from, to }) => current >= from && current < to);
  return (
    <Sheet title={title} lang="es" onClose={() => onClose()}>
      <div className={styles['text']}>
        {paragraphs.slice(0, last + 1).map(({ from, to }) => (
          <div key={from} className={styles['paragraph']} lang="es">
            {sentences.slice(from, to).map((sentence, offset) => {
              const index = from + offset;
              const isHere = index === current;
              if (index >= read || isHere)
                return (
                  <span
                    key={sentence.id}
                    ref={isHere ? here : null}
                    className={isHere ? styles['here'] : styles['ahead']}
                    aria-current={isHere || undefined}
                  >
                    {sentence.text}{' '}
                  </span>
                );
              return (
                <span key={sentence.id}>
                  <button
                    type="button"
                    className={styles['sentence']}
                    aria-expanded={opened === index}
                    onClick={() => setOpened(opened === index ? null : index)}
                  >
                    {sentence.text}
                  </button>{' '}
                  {opened === index && <Reread sentence={sentence} number={index + 1} />}
                </span>
              );
            })}
          </div>
        ))}
      </div>
      <p className={styles['soft']}>
        <Icon name="book" size={16} /> Open a sentence to see its translation again. What lies ahead in this
        paragraph is soft.
      </p>
    </Sheet>
  );
}

function Reread({ sentence, number }: { sentence: ReaderSentence; number: number }) {
  return (
    <div className={styles['again']} lang="en">
      <small>Sentence {number}</small>
      <p>{sentence.translation}</p>
      {sentence.phrases.length > 0 && (
        <dl>
          {sentence.phrases.map(({ phrase, explanation }) => (
            <div key={phrase}>
              <dt lang="es">{phrase}</dt>
              <dd>
                <Marked text={explanation} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </div>
  );
}
