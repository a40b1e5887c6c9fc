import { choose, phaseOf, proceed, skipClause } from '../../../../domain/quiz/quiz.ts';
import {
  type Card,
  type Dialog,
  enterSentence,
  isDirty,
  type Learner,
  nothingCounted,
  type Place,
  type ReadingSentence,
  type ReadingState,
  type Visit,
  visitOf,
  type Way,
} from './state.ts';

/** Actions of the user, of time, and of the rest of the app. */
export type Action =
  | { readonly type: 'started' }
  /** A finished chapter is read again, from its first sentence. */
  | { readonly type: 'reread' }
  | { readonly type: 'chose'; readonly option: number | null }
  /** The cooldown of 500 ms is over. */
  | { readonly type: 'cooled' }
  /** E or Stay: holds a right answer, or brings the last one back. */
  | { readonly type: 'held' }
  | { readonly type: 'continued' }
  | { readonly type: 'explanation toggled' }
  | { readonly type: 'translation toggled' }
  | { readonly type: 'clause known' }
  | { readonly type: 'clause undone' }
  /** The server refused the command. */
  | { readonly type: 'clause refused'; readonly commandId: string }
  /** The daily limit was lifted: the sentence is planned again unless it has answers. */
  | { readonly type: 'planned anew' }
  | { readonly type: 'tutorial asked for' }
  | { readonly type: 'tutorial skipped' }
  | { readonly type: 'leaving'; readonly way: Way }
  | { readonly type: 'left' }
  | { readonly type: 'opened'; readonly dialog: Exclude<Dialog['name'], 'leave'> }
  | { readonly type: 'closed' }
  | { readonly type: 'ended' }
  | { readonly type: 'read on' }
  | { readonly type: 'questions loaded'; readonly sentences: readonly ReadingSentence[] }
  | { readonly type: 'level reached'; readonly level: string; readonly knownBefore: number }
  | { readonly type: 'confetti stopped' }
  | { readonly type: 'celebrated' };

/** Side effects, performed by `useReading`. */
export type Effect =
  | { readonly type: 'keep visit'; readonly visit: Visit }
  /** Spec 4, sentence phase: sends the answers, then last read. */
  | { readonly type: 'sentence read'; readonly place: Place }
  | {
      readonly type: 'mark clause known';
      readonly commandId: string;
      readonly clause: number;
      readonly fragments: readonly string[];
    }
  | { readonly type: 'undo clause known'; readonly commandId: string }
  | { readonly type: 'tutorial seen' }
  | { readonly type: 'go'; readonly way: 'library' | 'settings' | 'back' };

/** The inputs of a transition besides its state: time, random seed, and the learner's knowledge. */
export interface Inputs extends Learner {
  /** Milliseconds of a monotonic clock. */
  readonly now: number;
  /** A new UUID, used as the seed of a sentence or as the id of a command. */
  readonly seed: string;
}

export type Outcome = readonly [ReadingState, readonly Effect[]];

/** The next state, and its effects. An action that does not fit the state changes nothing. */
export function transition(state: ReadingState, action: Action, inputs: Inputs): Outcome {
  if (state.celebration) return celebrating(state, action, inputs);
  if (state.overlay) return behindOverlay(state, action, inputs);
  if (state.dialog) return behindDialog(state, action, inputs);
  switch (action.type) {
    case 'chose':
      return chosen(state, action.option, inputs);
    case 'cooled':
      if (!state.cooling) return unchanged(state);
      return state.card === 'right' ? advance(state, inputs) : unchanged({ ...state, cooling: false });
    case 'held':
      if (state.card === 'right') return unchanged({ ...state, card: 'held', cooling: false });
      if (!state.recallable) return unchanged(state);
      return changeCard({ ...state, recallable: false }, 'held', inputs);
    case 'continued':
      return goOn(state, inputs);
    case 'explanation toggled':
      return unchanged({ ...state, explaining: !state.explaining });
    case 'translation toggled':
      return unchanged({ ...state, translating: !state.translating });
    case 'clause known':
      return clauseKnown(state, inputs);
    case 'clause undone':
      return clauseUndone(state, inputs);
    case 'tutorial skipped':
      return tutorialSeen([state, []]);
    case 'leaving':
      if (isDirty(state)) return unchanged({ ...state, dialog: { name: 'leave', way: action.way } });
      return leave(state, action.way, inputs);
    case 'opened':
      return unchanged({ ...state, dialog: { name: action.dialog } });
    case 'ended':
      return unchanged({ ...state, overlay: 'end' });
    default:
      return always(state, action, inputs);
  }
}

/** Actions that are possible in any state. */
function always(state: ReadingState, action: Action, inputs: Inputs): Outcome {
  if (action.type === 'level reached') {
    const { level, knownBefore } = action;
    return unchanged({ ...state, celebration: { level, knownBefore, still: false } });
  }
  if (action.type === 'questions loaded') return questionsLoaded(state, action.sentences, inputs);
  if (action.type === 'planned anew') return plannedAnew(state, inputs);
  if (action.type === 'clause refused' && state.knownClause?.commandId === action.commandId) {
    const [undone, effects] = clauseUndone(state, inputs);
    return [undone, effects.filter(({ type }) => type !== 'undo clause known')];
  }
  if (action.type === 'tutorial asked for') return unchanged({ ...state, tutorial: true, dialog: null });
  return unchanged(state);
}

/** Input is locked; only the confetti can be stopped. What the rest of the app tells still counts: it is told once. */
function celebrating(state: ReadingState, action: Action, inputs: Inputs): Outcome {
  switch (action.type) {
    case 'celebrated':
      return unchanged({ ...state, celebration: null });
    case 'confetti stopped':
      return unchanged({ ...state, celebration: state.celebration && { ...state.celebration, still: true } });
    case 'clause refused':
    case 'questions loaded':
    case 'planned anew':
      return always(state, action, inputs);
    default:
      return unchanged(state);
  }
}

function behindOverlay(state: ReadingState, action: Action, inputs: Inputs): Outcome {
  switch (action.type) {
    case 'started':
      return state.overlay === 'start' ? show({ ...state, overlay: null }, inputs) : unchanged(state);
    case 'reread':
      return enterAt({ ...state, overlay: null, rereading: true, counted: nothingCounted }, 0, inputs);
    case 'read on':
      return state.overlay === 'end' ? unchanged({ ...state, overlay: null }) : unchanged(state);
    case 'leaving':
      return leave(state, action.way, inputs);
    default:
      return always(state, action, inputs);
  }
}

function behindDialog(state: ReadingState, action: Action, inputs: Inputs): Outcome {
  switch (action.type) {
    case 'closed':
      return unchanged({ ...state, dialog: null });
    case 'leaving':
      return transition({ ...state, dialog: null }, action, inputs);
    case 'opened':
      return unchanged({ ...state, dialog: { name: action.dialog } });
    case 'left': {
      if (state.dialog?.name !== 'leave') return unchanged(state);
      const { way } = state.dialog;
      // The answers are discarded, as the dialog said.
      const [discarded, effects] = enterAt({ ...state, dialog: null }, state.place.index, inputs);
      const [left, more] = leave(discarded, way, inputs);
      return [left, [...effects, ...leftVisit(discarded), ...more]];
    }
    default:
      return always(state, action, inputs);
  }
}

function chosen(state: ReadingState, option: number | null, inputs: Inputs): Outcome {
  if (state.card !== 'asked' || state.cooling) return unchanged(state);
  const { place } = state;
  const quiz = choose(place.quiz, option, inputs.now - state.changedAt);
  if (quiz === place.quiz) return unchanged(state);
  const answered = { ...state, place: { ...place, quiz }, recallable: false, knownClause: null };
  return changeCard(answered, option === 0 ? 'right' : 'wrong', inputs);
}

function goOn(state: ReadingState, inputs: Inputs): Outcome {
  if (state.cooling) return unchanged(state);
  const { card, place } = state;
  if (card === 'wrong' || card === 'held') return advance(state, inputs);
  if (card !== 'read') return unchanged(state);
  if (place.index === state.sentences.length - 1) return unchanged({ ...state, overlay: 'end' });
  return tutorialSeen(enterAt(state, place.index + 1, inputs));
}

/** Its sentence is finished or was skipped. */
function tutorialSeen([state, effects]: Outcome): Outcome {
  if (!state.tutorial) return [state, effects];
  return [{ ...state, tutorial: false }, [...effects, { type: 'tutorial seen' }]];
}

/** The next question, or the end of the sentence. */
function advance(state: ReadingState, inputs: Inputs): Outcome {
  const place = { ...state.place, quiz: proceed(state.place.quiz) };
  return show({ ...state, place, recallable: state.card === 'right' }, inputs);
}

function enterAt(state: ReadingState, index: number, inputs: Inputs, navigated = false): Outcome {
  const sentence = state.sentences[index];
  if (!sentence) return unchanged(state);
  const place = enterSentence(sentence, index, { ...inputs, navigated });
  return show({ ...state, place, recallable: false, knownClause: null }, inputs);
}

/** Shows the card for the state of the quiz. A sentence without remaining questions counts as read, once. */
function show(state: ReadingState, inputs: Inputs): Outcome {
  const { place, questionsLoaded } = state;
  if (!questionsLoaded && !place.read) return changeCard(state, 'unasked', inputs);
  if (place.quiz.showingAnswer) return changeCard(state, 'wrong', inputs);
  if (phaseOf(place.quiz) !== 'sentence') return changeCard(state, 'asked', inputs);
  if (place.read) return changeCard(state, 'read', inputs);
  const read = { ...place, read: true };
  const counted = {
    sentences: state.counted.sentences + 1,
    fragments: state.counted.fragments + fragmentsRight(place),
  };
  const [shown, effects] = changeCard({ ...state, place: read, counted }, 'read', inputs);
  return [shown, [{ type: 'sentence read', place: read }, ...effects]];
}

function changeCard(state: ReadingState, card: Card, { now }: Inputs): Outcome {
  const changed = {
    ...state,
    card,
    cooling: true,
    changes: state.changes + 1,
    changedAt: now,
    translating: false,
  };
  const visit = card === 'unasked' ? undefined : visitOf(changed);
  return [changed, visit ? [{ type: 'keep visit', visit }] : []];
}

function leave(state: ReadingState, way: Way, inputs: Inputs): Outcome {
  if (way === 'previous' || way === 'next')
    return enterAt(state, state.place.index + (way === 'next' ? 1 : -1), inputs, true);
  // Spec 2: the exit shows the summary, even when nothing was read.
  if (way === 'library' && state.overlay === null) return unchanged({ ...state, overlay: 'end' });
  // Spec 4: after a sentence that was read, the next visit opens the next one.
  const { read, index } = state.place;
  const isOver = way === 'library' && read && index < state.sentences.length - 1;
  return [state, [...(isOver ? leftVisit(state) : []), { type: 'go', way }]];
}

/** Keeps what was counted; the sentence is entered again. */
function leftVisit(state: ReadingState): readonly Effect[] {
  const visit = visitOf(state);
  return visit ? [{ type: 'keep visit', visit: { ...visit, left: true } }] : [];
}

function clauseKnown(state: ReadingState, inputs: Inputs): Outcome {
  const { place, card, cooling } = state;
  const commandId = inputs.seed;
  const { quiz } = place;
  const step = quiz.steps[quiz.answers.length];
  if (card !== 'asked' || cooling || !step || step.phase === 'whole sentence') return unchanged(state);
  const fragments = new Set(
    quiz.clauses[step.clause]?.filter(word => !word.skipped).flatMap(word => word.fragments),
  );
  const toMark = [...fragments].filter(fragment => !inputs.isKnown(fragment));
  const isKnown = (fragment: string) => fragments.has(fragment) || inputs.isKnown(fragment);
  const after = skipClause(quiz, step.clause, isKnown);
  const [shown, effects] = show(
    {
      ...state,
      place: { ...place, quiz: after },
      recallable: false,
      knownClause: { commandId, clause: step.clause, quiz },
    },
    inputs,
  );
  const mark: Effect = {
    type: 'mark clause known',
    commandId,
    clause: step.clause,
    fragments: toMark,
  };
  return [shown, toMark.length > 0 ? [mark, ...effects] : effects];
}

function clauseUndone(state: ReadingState, inputs: Inputs): Outcome {
  const { knownClause, place } = state;
  if (!knownClause) return unchanged(state);
  const undo: Effect = { type: 'undo clause known', commandId: knownClause.commandId };
  // The sentence was read already: the levels are restored, and it stays read.
  if (place.read) return [{ ...state, knownClause: null }, [undo]];
  const again = { ...state, place: { ...place, quiz: knownClause.quiz }, knownClause: null };
  const [shown, effects] = show(again, inputs);
  return [shown, [undo, ...effects]];
}

function plannedAnew(state: ReadingState, inputs: Inputs): Outcome {
  const { place, sentences } = state;
  const sentence = sentences[place.index];
  if (!sentence || place.read || place.quiz.answers.length > 0) return unchanged(state);
  const { index, navigated } = place;
  const again = { ...state, place: enterSentence(sentence, index, { ...inputs, navigated }) };
  return state.overlay === 'start' ? unchanged(again) : show(again, inputs);
}

function questionsLoaded(
  state: ReadingState,
  sentences: readonly ReadingSentence[],
  inputs: Inputs,
): Outcome {
  const loaded = { ...state, sentences, questionsLoaded: true };
  const sentence = sentences[state.place.index];
  if (state.place.read || !sentence) return unchanged(loaded);
  const place = enterSentence(sentence, state.place.index, { ...inputs, navigated: state.place.navigated });
  if (state.card !== 'unasked') return unchanged({ ...loaded, place });
  return show({ ...loaded, place }, inputs);
}

/** Number of fragments in words that were answered right. */
function fragmentsRight({ quiz }: Place): number {
  let count = 0;
  for (const [index, { chosen }] of quiz.answers.entries()) {
    const word = chosen === 0 && quiz.steps[index]?.word;
    if (word) count += quiz.sentence.words.find(({ id }) => id === word)?.fragments.length ?? 0;
  }
  return count;
}

function unchanged(state: ReadingState): Outcome {
  return [state, []];
}
