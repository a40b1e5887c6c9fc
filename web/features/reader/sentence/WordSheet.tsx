import { Fragment, lazy, Suspense, useState } from 'react';
import { duplicateFragments } from '../../../../domain/quiz/quiz.ts';
import { type Level, levels, tapped } from '../../../../domain/vocabulary/levels.ts';
import { afterPaint } from '../../../shared/after-paint.ts';
import { Button } from '../../../shared/components/Button.tsx';
import { Dots } from '../../../shared/components/Dots.tsx';
import { Icon } from '../../../shared/components/Icon.tsx';
import { Marked } from '../../../shared/components/Marked.tsx';
import { Spinner } from '../../../shared/components/Spinner.tsx';
import { useSound, wordHeard } from '../../../shared/sound/useSound.ts';
import type { ReaderSentence, ReaderWord } from '../chapter/contents.ts';
import { Sheet, sheetTool } from '../sheet/Sheet.tsx';
import type { MarkFailure } from '../vocabulary/useVocabulary.ts';
import styles from './WordSheet.module.css';

const loadStory = () => import('../../../shared/story/Story.tsx');
const loadKeep = () => import('../../../shared/kept/Keep.tsx');
const Story = lazy(() => loadStory().catch(() => ({ default: NoStory })));
const Keep = lazy(() => loadKeep().catch(() => ({ default: () => <></> })));

/** Loads the parts of the sheet in advance, so that it also opens without a connection. */
export const loadBeside = () => Promise.all([loadStory(), loadKeep()]);

function NoStory() {
  return (
    <p className={styles['failure']} role="alert">
      <Icon name="alert" size={16} />
      The story did not load. Open the chapter again once there is a connection.
    </p>
  );
}

/** The meaning of a word in its sentence, and its fragments. Each can be marked by hand, and the mark can be undone. */
export default function WordSheet({
  word,
  sentence,
  anchor,
  levelOf,
  playsWords,
  onMark,
  failure,
  languageId,
  onClose,
}: {
  word: ReaderWord;
  /** The sentence of the word. */
  sentence: ReaderSentence;
  /** The element of the word. */
  anchor: HTMLElement;
  levelOf: (fragment: string) => Level;
  /** The setting: a selected word is spoken. */
  playsWords: boolean;
  onMark: (fragment: string, level: Level) => void;
  /** The last mark that failed. */
  failure: MarkFailure | null;
  /** Undefined without a login, where there is no history. */
  languageId: string | undefined;
  onClose: (outside?: { readonly x: number; readonly y: number }) => void;
}) {
  const sound = useSound(wordHeard(word.text), playsWords);
  const [openStory, setOpenStory] = useState<string | null>(null);
  const [undo, setUndo] = useState<{ fragment: string; level: Level } | null>(null);
  /** The level that was pressed, until the page has it. */
  const [pressed, setPressed] = useState<{ fragment: string; level: Level } | null>(null);
  const fragmentsOf = ({ fragments }: ReaderWord) => fragments.map(({ id }) => id);
  const repeated = duplicateFragments(
    sentence.words.map(word => ({ fragments: fragmentsOf(word) })),
    levelOf,
  );
  /** The other words of the sentence that have the fragment, while dashed boxes show where it comes back. */
  const elsewhere = (fragment: string) =>
    sentence.words.filter(
      other =>
        repeated.has(fragment) &&
        other.id !== word.id &&
        !other.skipped &&
        fragmentsOf(other).includes(fragment),
    );

  /**
   * The pressed button is painted first, because the mark changes the whole page.
   * @param back what the next undo restores
   */
  function mark(fragment: string, level: Level, back: typeof undo) {
    setPressed({ fragment, level });
    afterPaint(() => {
      setUndo(back);
      onMark(fragment, level);
      setPressed(null);
    });
  }

  return (
    <Sheet
      title={word.text}
      lang="es"
      anchor={anchor}
      lede={word.translation}
      onClose={onClose}
      tools={
        sound && (
          <button
            type="button"
            className={sheetTool}
            aria-label={`Listen to ${word.text}`}
            onClick={sound.start}
          >
            <Icon name="sound" />
          </button>
        )
      }
    >
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
            const level = pressed?.fragment === fragment.id ? pressed.level : levelOf(fragment.id);
            return (
              <li key={fragment.id}>
                <div className={styles['fragment']}>
                  <span>
                    <b lang="es">{fragment.text}</b>{' '}
                    <span>
                      <Marked text={fragment.gloss} />
                    </span>
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
                {elsewhere(fragment.id).length > 0 && (
                  <p className={styles['soft']}>
                    The dashed boxes: it comes back in{' '}
                    {elsewhere(fragment.id).map(({ id, text }, index) => (
                      <Fragment key={id}>
                        {index > 0 && ', '}
                        <i lang="es">{text}</i>
                      </Fragment>
                    ))}
                  </p>
                )}
                {failure?.fragment === fragment.id && (
                  <p className={styles['failure']} role="alert">
                    <Icon name="alert" size={16} />
                    {failure.what} was not saved: {failure.message}
                  </p>
                )}
                <fieldset
                  className={styles['levels']}
                  data-fragment={fragment.id}
                  aria-label={`Level of ${fragment.text}`}
                >
                  {levels.map(choice => (
                    <button
                      key={choice}
                      type="button"
                      aria-pressed={choice === level}
                      onClick={() =>
                        mark(fragment.id, choice === level ? tapped(level) : choice, {
                          fragment: fragment.id,
                          level,
                        })
                      }
                    >
                      {choice === 'IV' ? 'IV known' : choice}
                    </button>
                  ))}
                </fieldset>
                {languageId !== undefined && (
                  <Button
                    look="quiet"
                    aria-expanded={openStory === fragment.id}
                    onClick={() => setOpenStory(openStory === fragment.id ? null : fragment.id)}
                  >
                    {openStory === fragment.id ? 'Hide its story' : 'Its story'}
                  </Button>
                )}
                {languageId !== undefined && openStory === fragment.id && (
                  <Suspense fallback={<Spinner />}>
                    <Story levelsElsewhere languageId={languageId} fragmentId={fragment.id} />
                  </Suspense>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {languageId !== undefined && (
        <Suspense fallback={<Spinner />}>
          <Keep
            name="this clause"
            thing={{
              sentenceId: sentence.id,
              clause: sentence.clauses.findIndex(words => words.some(({ id }) => id === word.id)),
            }}
          />
        </Suspense>
      )}
      {undo && (
        <Button
          look="quiet"
          onClick={({ currentTarget }) => {
            // This button goes; the level that is back gets the focus.
            currentTarget
              .closest('dialog')
              ?.querySelector<HTMLElement>(
                `[data-fragment="${CSS.escape(undo.fragment)}"] button:nth-of-type(${levels.indexOf(undo.level) + 1})`,
              )
              ?.focus();
            mark(undo.fragment, undo.level, null);
          }}
        >
          Undo
        </Button>
      )}
    </Sheet>
  );
}
