import type { Question } from './questions.ts';
import { dayOf, wholeDays } from './words.ts';

/**
 * The reason why a fragment is asked today, as one sentence about the learner's own history.
 * @param now milliseconds since 1970
 */
export function whyToday(
  { steps }: Pick<Question, 'steps'>,
  now: number,
): readonly [before: string, after: string] {
  const last = steps.at(-1);
  if (!last) return ['It is time to ask ', ' again.'];
  const passed = wholeDays(now - Date.parse(last.at));
  const moment =
    passed === '' ? 'Now is a good moment to ask again.' : `${passed} later is a good moment to ask again.`;
  const on = dayOf(last.at, now);
  const missed = steps.findLast(({ kind }) => kind === 'wrong');
  const rights = steps.length - 1 - steps.findLastIndex(({ kind }) => kind !== 'right');
  if (last.kind === 'wrong') return ['You missed ', ` ${on}. ${moment}`];
  if (last.kind === 'lowered') return ['You looked up ', ` ${on}, though you had known it. ${moment}`];
  if (last.kind === 'raised')
    return steps.some(({ kind }) => kind === 'right' || kind === 'wrong')
      ? ['You marked ', ` ${on}. ${moment}`]
      : ['', ` has stood in your vocabulary since ${dayOf(last.at, now, '')} and was never asked.`];
  if (missed) return ['You missed ', ` ${dayOf(missed.at, now)} and were right ${on}. ${moment}`];
  return rights > 1
    ? [
        'You were right about ',
        ` ${['', 'once', 'twice', 'three times', 'four times'][rights] ?? 'each time'}, last ${on}. ${moment}`,
      ]
    : ['You were right about ', ` ${on}. ${moment}`];
}
