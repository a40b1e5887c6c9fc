import { memo, useState } from 'react';
import styles from './AskedSentence.module.css';
import { clauseOf, type Question } from './questions.ts';

/** The longest sentence, in words, that is shown in full: it fits on a phone together with its question. */
const MAX_WHOLE_WORDS = 33;

/** The sentence with the asked word. Of a long sentence only the clause is shown, until the learner expands it. */
export const AskedSentence = memo(function AskedSentence({ question }: { question: Question }) {
  const [unfolded, setUnfolded] = useState(false);
  const { words, word } = question;
  const [from, to] = unfolded || words.length <= MAX_WHOLE_WORDS ? [0, words.length] : clauseOf(question);
  return (
    <>
      <p className={styles['sentence']} lang="es">
        {from > 0 && '… '}
        {words.slice(from, to).map(({ id, text, leadingPunctuation, trailingPunctuation }) => (
          <span key={id}>
            <span className={styles['whole']}>
              {leadingPunctuation}
              {id === word ? <mark aria-current="true">{text}</mark> : text}
              {trailingPunctuation}
            </span>{' '}
          </span>
        ))}
        {to < words.length && '…'}
      </p>
      {to - from < words.length && (
        <button type="button" className={styles['unfold']} onClick={() => setUnfolded(true)}>
          the whole sentence
        </button>
      )}
    </>
  );
});
