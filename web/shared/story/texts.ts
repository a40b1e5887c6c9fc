import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { type Level, levels } from '../../../domain/vocabulary/levels.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import type { story } from '../../../facade/story.ts';
import type { StoryIconName } from '../components/StoryIcon.tsx';

export type StoryReply = ReplyOf<typeof story>;
export type StoryStep = StoryReply['steps'][number];

const near = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long' });
const far = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric' });

/** '3 May', with its year when that is another one. */
export function dayOf(at: string, today = new Date()): string {
  const date = new Date(at);
  return (date.getFullYear() === today.getFullYear() ? near : far).format(date);
}

const numbers = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];
/** 'once', 'twice', 'three times': answers are counted by times, because a sentence can be answered more than once. */
export const times = (number: number) =>
  number === 1 ? 'once' : number === 2 ? 'twice' : `${numbers[number] ?? number} times`;

/** The reason for a fragment's level: a headline and an explanation. */
export function levelReasonText(
  level: Level,
  levelReason: StoryReply['levelReason'],
): { readonly head: string; readonly reason: string } {
  if (!levelReason) return { head: 'New', reason: 'You have not met it yet.' };
  const since = dayOf(levelReason.since);
  const head =
    level === 'IV'
      ? `Known since ${since}`
      : level === 'new'
        ? `New since ${since}`
        : `Level ${level} since ${since}`;
  if (levelReason.kind !== 'answers') return { head, reason: reasons[levelReason.kind] };
  return {
    head,
    reason:
      levelReason.right > 0
        ? `Right ${times(levelReason.right)}.`
        : 'Met with an answer that was not right yet.',
  };
}

const reasons: Readonly<Record<Exclude<NonNullable<StoryReply['levelReason']>['kind'], 'answers'>, string>> =
  {
    tap: 'You tapped it.',
    mark: 'You set it by hand.',
    marks: 'You marked it, with others.',
    clause: 'You marked its clause as known.',
    placement: 'Credited by the placement, not earned yet.',
    list: 'Credited from a word list, not earned yet.',
    import: 'It came with an import.',
    policy: 'The levels were counted anew.',
    edition: 'The book was corrected, and this took the place of another.',
    undo: 'A step was undone.',
    reset: 'Your vocabulary was reset.',
    'reset undone': 'A reset was undone.',
  };

/** The text and icon of a step. */
export function stepText({ from, to, cause }: StoryStep): {
  readonly what: string;
  readonly sign: StoryIconName;
  readonly tone: 'right' | 'wrong' | 'plain';
} {
  switch (cause.kind) {
    case 'answers':
      if (cause.rights.includes(true)) return { what: 'Right', sign: 'check', tone: 'right' };
      return cause.chose.every(text => text === null)
        ? { what: 'Not known yet', sign: 'cross', tone: 'wrong' }
        : { what: 'Not quite', sign: 'cross', tone: 'wrong' };
    case 'mark':
      if (to === 'IV') return by('You marked it known');
      return by(levels.indexOf(to) < levels.indexOf(from) ? 'You set it back' : 'You set it');
    case 'tap':
      return { what: 'You tapped it', sign: 'tap', tone: 'plain' };
    case 'undo':
      return { what: 'You undid a step', sign: 'undo', tone: 'plain' };
    case 'reset':
      return { what: 'Your vocabulary was reset', sign: 'alert', tone: 'plain' };
    case 'reset undone':
      return { what: 'The reset was undone', sign: 'undo', tone: 'plain' };
    case 'policy':
      return by(`${cause.takenBack ? 'Counted as before' : 'Counted anew'}: ${wrongAnswer[cause.policy]}`);
    case 'edition':
      return { what: 'The book was corrected', sign: 'book', tone: 'plain' };
    default:
      return by(bulk[cause.kind]);
  }
}

const by = (what: string) => ({ what, sign: 'pen' as const, tone: 'plain' as const });
const bulk = {
  clause: 'You knew its clause',
  marks: 'You marked it, with others',
  placement: 'Credited by the placement',
  list: 'Credited from a word list',
  import: 'It came with an import',
} as const;

/** The effect of a wrong answer under each policy. */
export const wrongAnswer: Readonly<Record<LevelPolicy, string>> = {
  standard: 'a wrong answer takes nothing away',
  lapses: 'a wrong answer makes a known part III',
  strict: 'a wrong answer takes two levels',
};

/** 'III to IV', or 'stays III' for a wrong answer that changes no level. */
export function moveText(from: Level, to: Level): string {
  return from === to ? `stays ${to}` : `${from} → ${to}`;
}
