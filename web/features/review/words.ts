import type { ReviewScope } from '../../shared/review/due.ts';

const DAY = 86_400_000;
const numberWords = [
  ...[
    'no',
    'one',
    'two',
    'three',
    'four',
    'five',
    'six',
    'seven',
    'eight',
    'nine',
    'ten',
    'eleven',
    'twelve',
  ],
  ...['thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen', 'twenty'],
];

/** A number as text: in words up to twenty, then in digits. */
export function inWords(count: number): string {
  return numberWords[count] ?? String(count);
}

export const capitalized = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${inWords(count)} ${count === 1 ? one : many}`;
}

/** 'Eleven days'; empty for less than a day. */
export function wholeDays(milliseconds: number): string {
  const days = Math.floor(milliseconds / DAY);
  if (days < 1) return '';
  if (days >= 60) return capitalized(counted(Math.round(days / 30), 'month'));
  return capitalized(counted(days, 'day'));
}

/** 'on 12 May'; with the year if it is not the current one. */
export function dayOf(at: string, now: number, word = 'on '): string {
  const date = new Date(at);
  const year = date.getFullYear() === new Date(now).getFullYear() ? undefined : ('numeric' as const);
  return `${word}${new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year }).format(date)}`;
}

/**
 * The label of the button that starts the next sitting.
 * @param asked the scope of this sitting: a chapter or a day has mistakes left, any other scope has due fragments left
 */
export function moreText(left: number, { chapter, day }: ReviewScope): string {
  if (day !== undefined || chapter !== undefined)
    return `Review ${left} more ${left === 1 ? 'mistake' : 'mistakes'}`;
  return `Review ${left} more that ${left === 1 ? 'is' : 'are'} due`;
}

export function tomorrowText(due: number): string {
  return `Tomorrow about ${due} will be due. ${due === 1 ? 'It waits' : 'They wait'} if you do.`;
}
