import { counted } from '../counted.ts';
import { isOfSentence, type Message } from './outbox.ts';

const list = new Intl.ListFormat('en-GB');

/** Unsent commands as text: 'The answers of 2 sentences, 1 mark and 1 opened chapter wait'. */
export function unsentText(queue: readonly Message[]): string {
  const ofSentences = queue.filter(isOfSentence);
  const sentences = new Set(ofSentences.map(({ group }) => group)).size;
  const opened = queue.filter(({ kind }) => kind === 'opened').length;
  const marks = queue.length - ofSentences.length - opened;
  const parts = [
    ...(sentences > 0 ? [`the answers of ${counted(sentences, 'sentence')}`] : []),
    ...(marks > 0 ? [counted(marks, 'mark')] : []),
    ...(opened > 0 ? [counted(opened, 'opened chapter')] : []),
  ];
  const what = list.format(parts);
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${sentences === 0 && marks + opened === 1 ? 'waits' : 'wait'}`;
}
