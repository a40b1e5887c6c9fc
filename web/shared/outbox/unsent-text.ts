import { counted } from '../counted.ts';
import { actionsIn, type Message } from './outbox.ts';

const list = new Intl.ListFormat('en-GB');

/** The learner's unsent actions as text: 'The answers of 2 sentences and 1 mark wait'; empty if there are none. */
export function unsentText(queue: readonly Message[]): string {
  const { sentences, marks } = actionsIn(queue);
  const parts = [
    ...(sentences > 0 ? [`the answers of ${counted(sentences, 'sentence')}`] : []),
    ...(marks > 0 ? [counted(marks, 'mark')] : []),
  ];
  if (parts.length === 0) return '';
  const what = list.format(parts);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${sentences === 0 && marks === 1 ? 'waits' : 'wait'}`;
}
