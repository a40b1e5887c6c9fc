import { Popover } from 'radix-ui';
import { useState } from 'react';
import { type Level, levels, tapped } from '../../../../domain/vocabulary/levels.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import type { ReaderWord } from '../chapter/contents.ts';
import { Marked } from '../quiz/Marked.tsx';
import { useWordSound } from '../sound/useWordSound.ts';
import { Dots } from './Dots.tsx';
import styles from './WordPopover.module.css';

/** What a word means here and what it is made of; each fragment can be marked by hand, and the mark taken back. */
export default function WordPopover({
  word,
  anchor,
  levelOf,
  playsWords,
  onMark,
  onClose,
}: {
  word: ReaderWord;
  /** The word on the page; it gets the focus back. */
  anchor: HTMLElement;
  levelOf: (fragment: string) => Level;
  /** The learner's setting: a selected word is spoken. */
  playsWords: boolean;
  onMark: (fragment: string, level: Level) => void;
  onClose: () => void;
}) {
  const play = useWordSound(word.text, playsWords);
  const [undo, setUndo] = useState<{ fragment: string; level: Level } | null>(null);

  function mark(fragment: string, level: Level) {
    setUndo({ fragment, level: levelOf(fragment) });
    onMark(fragment, level);
  }

  return (
    <Popover.Root open onOpenChange={open => open || onClose()}>
      <Popover.Anchor virtualRef={{ current: anchor }} />
      <Popover.Portal>
        <Popover.Content
          className={styles['popover']}
          sideOffset={8}
          collisionPadding={12}
          aria-label={word.text}
          onInteractOutside={event => {
            // A click on the word itself is the word's own: it closes what it opened.
            if (event.target instanceof Node && anchor.contains(event.target)) event.preventDefault();
          }}
          onCloseAutoFocus={event => {
            event.preventDefault();
            anchor.focus();
          }}
        >
          <p className={styles['head']}>
            <b lang="es">{word.text}</b>
            <span>{word.translation}</span>
            {play && (
              <button
                type="button"
                className={styles['sound']}
                aria-label={`Listen to ${word.text}`}
                onClick={play}
              >
                <Icon name="sound" />
              </button>
            )}
          </p>
          {word.modernEquivalent && (
            <p className={styles['soft']}>
              today: <i lang="es">{word.modernEquivalent}</i>
            </p>
          )}
          {word.skipped ? (
            <p className={styles['soft']}>A {word.skipped}: it is never asked.</p>
          ) : (
            <ul className={styles['fragments']}>
              {word.fragments.map(fragment => {
                const level = levelOf(fragment.id);
                return (
                  <li key={fragment.id}>
                    <div className={styles['fragment']}>
                      <span>
                        <b lang="es">{fragment.text}</b> <span>{fragment.gloss}</span>
                      </span>
                      <Dots level={level} />
                    </div>
                    {fragment.lemma && fragment.lemma !== word.text && (
                      <p className={styles['soft']}>
                        from <i lang="es">{fragment.lemma}</i>
                      </p>
                    )}
                    {fragment.note && (
                      <p className={styles['soft']}>
                        <Marked text={fragment.note} />
                      </p>
                    )}
                    <fieldset className={styles['levels']} aria-label={`Level of ${fragment.text}`}>
                      {levels.map(choice => (
                        <button
                          key={choice}
                          type="button"
                          aria-pressed={choice === level}
                          onClick={() => mark(fragment.id, choice === level ? tapped(level) : choice)}
                        >
                          {choice === 'IV' ? 'IV known' : choice}
                        </button>
                      ))}
                    </fieldset>
                  </li>
                );
              })}
            </ul>
          )}
          {undo && (
            <Button
              look="quiet"
              onClick={() => {
                onMark(undo.fragment, undo.level);
                setUndo(null);
              }}
            >
              Undo
            </Button>
          )}
          <Popover.Arrow className={styles['arrow']} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
