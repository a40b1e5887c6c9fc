import { useCallback, useMemo, useState } from 'react';
import { limitsOf } from '../../../../domain/quiz/pace.ts';
import type { Level } from '../../../../domain/vocabulary/levels.ts';
import { utcToday } from '../../../shared/day.ts';
import type { ReaderData } from '../chapter/useChapter.ts';

/** The learner's own pace (decision 52): what is asked of each sentence, until they ask for more. */
export function usePace(
  { sentences, profile }: Pick<ReaderData, 'sentences' | 'profile'>,
  levelOf: (fragment: string) => Level,
) {
  /** The learner asked for more new words than their daily limit. */
  const [wantsMore, setWantsMore] = useState(false);
  const pace = useMemo(
    () => (wantsMore ? { ...profile.settings, newFragmentsPerDay: null } : profile.settings),
    [profile.settings, wantsMore],
  );
  const newToday = newAskedOn(utcToday(), profile.newFragments);
  const position = useCallback(
    (index: number) => ({ sentences: sentences.map(({ quiz }) => quiz), index, levelOf, newToday }),
    [sentences, levelOf, newToday],
  );
  const limits = useCallback((index: number) => limitsOf(pace, position(index)), [pace, position]);
  return { pace, newToday, position, limits, wantsMore, wantMore: useCallback(() => setWantsMore(true), []) };
}

/** Number of new fragments that were asked for on a day. */
export const newAskedOn = (day: string, counted: ReaderData['profile']['newFragments']) =>
  counted.day === day ? counted.asked : 0;
