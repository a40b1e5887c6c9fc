import { memo } from 'react';
import { Icon } from '../../../shared/components/Icon.tsx';
import { useSound } from '../../../shared/sound/useSound.ts';
import type { ReaderSentence } from '../chapter/contents.ts';
import styles from './SentenceSound.module.css';

/**
 * Speaks the sentence and reports the current word. The position is only visible, because a screen reader speaks for itself.
 */
export default memo(function SentenceSound({
  sentence,
  automatically,
  onWord,
}: {
  sentence: ReaderSentence;
  /** The setting: a sentence is spoken when it is opened. */
  automatically: boolean;
  /** The id of the word that is being spoken. */
  onWord: (word: string | undefined) => void;
}) {
  const sound = useSound(
    {
      recording: { kind: 'sentences', name: sentence.key },
      address: `/spanish-sentences/${encodeURIComponent(sentence.id)}.wav`,
      words: sentence.words,
    },
    automatically,
    index => onWord(index === undefined ? undefined : sentence.words[index]?.id),
  );
  if (!sound) return null;
  return (
    <>
      <button
        type="button"
        className={styles['listen']}
        data-playing={sound.playing || undefined}
        aria-label={sound.playing ? 'Stop the sentence' : 'Listen to the sentence'}
        title={sound.playing ? 'Stop' : 'Listen to the sentence'}
        onClick={sound.playing ? sound.stop : sound.start}
      >
        <Icon name={sound.playing ? 'close' : 'sound'} />
      </button>
      <span className={styles['failed']} role="status">
        {sound.failed && 'The sentence could not be played.'}
      </span>
    </>
  );
});
