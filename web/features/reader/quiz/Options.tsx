import type { Step } from '../../../../domain/quiz/quiz.ts';
import { Icon } from '../../../shared/components/Icon.tsx';
import { Marked } from '../../../shared/components/Marked.tsx';
import { Key } from './Key.tsx';
import styles from './Options.module.css';

/**
 * The options of a question. They stay in place after an answer; the explanations of the right and the chosen one unfold in
 * their rows.
 * @param chosen the option as stored; null for 'I don't know yet', undefined before an answer
 * @param id prefix of the ids of the explanations: `<id>-right` and `<id>-wrong`
 */
export function Options({
  options,
  chosen,
  unfolds,
  explaining,
  id,
  onChoose,
}: {
  options: Step['options'];
  chosen: number | null | undefined;
  unfolds: boolean;
  explaining: boolean;
  id: string;
  onChoose: (stored: number) => void;
}) {
  return (
    <ol className={styles['options']}>
      {options.map(({ stored, text, explanation }, index) => {
        const result = resultOf(stored, chosen);
        const says = result === 'right' ? 'Correct Solution:' : 'Your Answer:';
        const opens = unfolds && (result === 'right' || result === 'wrong');
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows stay, and the next question changes their texts.
          <li key={index}>
            <button
              type="button"
              className={styles['option']}
              data-result={result}
              data-open={opens || undefined}
              aria-keyshortcuts={String(index + 1)}
              aria-disabled={result !== undefined || undefined}
              // The second press of a double tap takes no focus from Continue.
              onMouseDown={result && (event => event.preventDefault())}
              onClick={() => onChoose(stored)}
            >
              <Key>{index + 1}</Key>
              <span className={styles['text']}>
                {opens && <small>{says} </small>}
                {text}
                {opens && explaining && (
                  <span className={styles['why']} id={`${id}-${result}`}>
                    <Marked text={explanation} />
                  </span>
                )}
              </span>
              {(result === 'right' || result === 'wrong') && (
                <i className={styles['sign']} aria-hidden="true">
                  <Icon name={result === 'right' ? 'check' : 'cross'} size={18} />
                </i>
              )}
            </button>
          </li>
        );
      })}
    </ol>
  );
}

/** The verdict of an option; undefined before an answer. */
function resultOf(stored: number, chosen: number | null | undefined): 'right' | 'wrong' | 'over' | undefined {
  if (chosen === undefined) return undefined;
  if (stored === 0) return 'right';
  return stored === chosen ? 'wrong' : 'over';
}
