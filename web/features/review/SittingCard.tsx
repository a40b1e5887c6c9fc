import { memo } from 'react';
import type { Level } from '../../../domain/vocabulary/levels.ts';
import { QuestionCard } from '../reader/quiz/QuestionCard.tsx';
import type { Action } from '../reader/state/transition.ts';
import type { CardView } from '../reader/state/view.ts';
import { CardActions } from './CardActions.tsx';
import type { SittingAction } from './sitting.ts';

/** The actions of the reader's card that a review uses too. */
const shared = new Set(['chose', 'held', 'continued', 'explanation toggled', 'translation toggled']);

/** A question of a sitting. Memoized, because most of what a press changes is not in the card that slides out. */
export const SittingCard = memo(function SittingCard({
  whole,
  view,
  translation,
  levelOf,
  onListen,
  dispatch,
}: {
  /** As of the reader's card. */
  whole: boolean;
  view: CardView;
  translation: string;
  levelOf: (fragment: string) => Level;
  onListen: (() => void) | undefined;
  dispatch: (action: SittingAction) => void;
}) {
  return (
    <QuestionCard
      whole={whole}
      view={view}
      levelOf={levelOf}
      dispatch={(action: Action) => shared.has(action.type) && dispatch(action as SittingAction)}
      foot={
        <CardActions
          translation={translation}
          translating={view.translating}
          onListen={onListen}
          dispatch={dispatch}
        />
      }
    />
  );
});
