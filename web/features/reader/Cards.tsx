import { Suspense, useMemo } from 'react';
import type { ReaderSentence } from './chapter/contents.ts';
import { EnoughNew } from './chapter/EnoughNew.tsx';
import type { ReaderData } from './chapter/useChapter.ts';
import { SentenceView } from './lazy-parts.ts';
import { Deck } from './quiz/Deck.tsx';
import { QuestionCard } from './quiz/QuestionCard.tsx';
import { UnaskedView } from './quiz/UnaskedView.tsx';
import { useRehearsal } from './quiz/useRehearsal.ts';
import type { Reading } from './reading/useReading.ts';
import { type CardView, cardView, shownStep } from './state/view.ts';

/** The card: a question, the translation of the sentence, or that the questions did not load. */
export function Cards({
  sentence,
  data,
  reading,
  ends,
}: {
  sentence: ReaderSentence;
  data: ReaderData;
  reading: Reading;
  /** The number of the chapter if this is its last sentence. */
  ends: number | undefined;
}) {
  const { state, dispatch, pace } = reading;
  const isBehindStart = state.overlay === 'start';
  const rehearsal = useRehearsal();
  const rehearsesAnswer = isBehindStart && rehearsal !== 'question';
  const view = useMemo<CardView>(() => {
    const shown = cardView(state, sentence);
    return rehearsesAnswer ? { ...shown, card: 'wrong', chosen: null } : shown;
  }, [state, sentence, rehearsesAnswer]);
  const hasQuestion = shownStep(state) !== undefined && !state.place.quiz.showingAnswer;
  if (isBehindStart && (rehearsal === 'nothing' || !hasQuestion)) return null;

  const draw = (shown: CardView, whole: boolean) =>
    shown.step ? (
      <QuestionCard
        view={shown}
        levelOf={reading.levelOf}
        quiet={isBehindStart}
        dispatch={dispatch}
        whole={whole}
      />
    ) : shown.card === 'unasked' ? (
      <UnaskedView key={shown.key} busy={data.isRetrying} onRetry={data.retryQuestions} />
    ) : (
      <Suspense key={shown.key}>
        <SentenceView
          view={shown}
          read={reading.read}
          ends={ends}
          notice={
            shown.waiting > 0 && pace.newFragmentsPerDay !== null && <EnoughNew onMore={reading.wantMore} />
          }
          dispatch={dispatch}
        />
      </Suspense>
    );
  return <Deck view={view} draw={draw} />;
}
