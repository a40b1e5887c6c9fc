import { Suspense, useDeferredValue } from 'react';
import { ChapterPicture } from '../../shared/art/Picture.tsx';
import { Button } from '../../shared/components/Button.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { useSession } from '../../shared/session.tsx';
import { ReaderBar } from './bar/ReaderBar.tsx';
import { Cards } from './Cards.tsx';
import type { ReaderData } from './chapter/useChapter.ts';
import { Refused, Tutorial, useParts } from './lazy-parts.ts';
import { LevelBar } from './level/LevelBar.tsx';
import { Overlays } from './Overlays.tsx';
import { Key } from './quiz/Key.tsx';
import styles from './Reading.module.css';
import { useReading } from './reading/useReading.ts';
import { SentenceText } from './sentence/SentenceText.tsx';
import { readerKeys } from './state/keys.ts';
import type { ChapterRecord } from './state/record.ts';
import { type Card, isCovered, type Visit } from './state/state.ts';
import { announced, shareAnswered, whereabouts } from './state/view.ts';
import type { VisitAddress } from './state/visit.ts';
import { useLaterPreferences } from './type/preferences.ts';
import { useFace } from './type/useFace.ts';
import { useKeys } from './useKeys.ts';

/** Spec 2: the title of a chapter without one. */
const DEFAULT_TITLE = 'Capítulo Primero';

interface Props {
  address: VisitAddress;
  data: ReaderData;
  visit: Visit | null;
  record: ChapterRecord;
  /** The chapter was corrected while it was open, and has been loaded again. */
  corrected: boolean;
  /** Called when the optimistic state differs from the server's. */
  onOutdated: (contentChanged: boolean) => void;
}

/** An open chapter. */
export function Reading({ address, data, visit, record, corrected, onOutdated }: Props) {
  const { book, sentences, profile } = data;
  const { isAdmin } = useSession();
  const reading = useReading(address, data, visit, onOutdated);
  const { state, dispatch } = reading;
  const { place, overlay, card } = state;
  const preferences = useLaterPreferences();
  useFace(preferences.face);
  const sentence = sentences[place.index];
  if (!sentence) throw new RangeError(`the chapter has no sentence ${place.index}`);
  // The card renders first after a key; sentence and bar follow in the next frame.
  const later = useDeferredValue(state);
  const behind = later.place.index === place.index ? later : state;
  const levelBehind = useDeferredValue(reading.levelOf);
  const chapter = book.chapters.find(({ number }) => number === address.chapter);
  const title = chapter?.title || DEFAULT_TITLE;
  usePageTitle(
    overlay === 'end'
      ? `Summary · ${book.title}`
      : `${place.index + 1} of ${sentences.length} · ${book.title}`,
  );
  useParts(overlay === null, address.learner);
  const keys = readerKeys(state, { isAdmin, singleKeys: preferences.keys });
  useKeys(
    isCovered(state)
      ? {}
      : Object.fromEntries(Object.entries(keys).map(([key, action]) => [key, () => dispatch(action)])),
  );

  return (
    <div
      className={styles['stage']}
      data-face={preferences.face}
      data-leading={preferences.leading}
      data-width={preferences.width}
      data-keys={preferences.keys ? 'on' : 'off'}
      // The docked actions come with the frame that takes the level bar away.
      data-docked={(isDocked(card) && isDocked(behind.card)) || undefined}
    >
      <div className={styles['picture']}>
        <ChapterPicture bookTitle={book.title} chapter={address.chapter} />
      </div>
      <ReaderBar
        book={book.title}
        chapter={title}
        place={place.index + 1}
        total={sentences.length}
        read={reading.read}
        share={shareAnswered(behind)}
        whereabouts={whereabouts(behind)}
        waiting={reading.outbox.waiting}
        isAdmin={isAdmin}
        dispatch={dispatch}
      />
      <p className={styles['status']} role="status">
        {announced(state)}
      </p>
      {state.knownClause && <KnownClause onUndo={() => dispatch({ type: 'clause undone' })} />}
      <main className={styles['column']}>
        <div
          className={styles['text']}
          style={{ '--reading-scale': preferences.size / 100 } as React.CSSProperties}
        >
          {reading.outbox.refused.length > 0 && (
            <Suspense>
              <Refused outbox={reading.outbox} />
            </Suspense>
          )}
          <SentenceText
            key={sentence.id}
            sentence={sentence}
            state={behind}
            levelOf={levelBehind}
            playsWords={profile.settings.autoPlayWordTTS}
            // The sound's chunk loads once the text is visible.
            playsSentence={
              overlay === 'start' ? undefined : profile.settings.autoPlaySentenceTTS && overlay === null
            }
            onMark={reading.mark}
            failure={reading.failure}
            languageId={book.language.id}
            onDismissFailure={reading.dismissFailure}
          />
        </div>
        <div className={styles['cards']}>
          <Cards
            sentence={sentence}
            data={data}
            reading={reading}
            ends={place.index === sentences.length - 1 ? address.chapter : undefined}
          />
        </div>
      </main>
      {state.tutorial && !overlay ? (
        <Suspense fallback={<LevelBar knownCount={reading.knownCount} />}>
          <Tutorial state={state} onSkip={() => dispatch({ type: 'tutorial skipped' })} />
        </Suspense>
      ) : (
        <LevelBar knownCount={reading.knownCount} />
      )}
      <Overlays
        title={title}
        sentence={sentence}
        number={address.chapter}
        data={data}
        reading={reading}
        record={record}
        corrected={corrected}
      />
    </div>
  );
}

/** Says that a clause was marked as known. */
function KnownClause({ onUndo }: { onUndo: () => void }) {
  return (
    <div className={styles['toast']} role="status">
      Marked as known.
      <Button look="quiet" aria-keyshortcuts="U" aria-label="Undo: ask me this clause" onClick={onUndo}>
        <Key>U</Key>Undo
      </Button>
    </div>
  );
}

/** Its actions are at the bottom of a phone. */
const isDocked = (card: Card) => card === 'wrong' || card === 'read';
