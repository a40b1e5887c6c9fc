import type { LevelPolicy } from '../../../../domain/vocabulary/level-policies.ts';
import { changeSteps } from '../../../../facade/level-policies.ts';

/** The effect of each policy and a reason to choose it. */
export const policyTexts: Readonly<Record<LevelPolicy, { readonly does: string; readonly why: string }>> = {
  standard: {
    does: 'A wrong answer takes nothing away.',
    why: 'What was earned stays; reviews bring back what was forgotten.',
  },
  lapses: {
    does: 'A wrong answer to a known fragment makes it III.',
    why: 'What is forgotten is not known. One right answer makes it known again.',
  },
  strict: {
    does: 'A wrong answer takes two levels, never below I.',
    why: 'One of three options is right by chance, so a level should be hard to keep.',
  },
};

const signed = (value: number) => (value < 0 ? `−${-value}` : `+${value}`);

/** The classes of a change of the known count, as the reply counts them. */
export const changeTexts: readonly string[] = Array.from({ length: changeSteps.length + 1 }, (_, index) => {
  const below = changeSteps[index - 1];
  const next = changeSteps[index];
  if (below === undefined) return `${signed(changeSteps[0])} or more`;
  if (next === undefined) return `${signed(below)} or more`;
  if (below < 0 && next > 0) return 'less than 1';
  return below < 0 ? `${signed(below + 1)} to ${signed(next)}` : `${signed(below)} to ${signed(next - 1)}`;
});
