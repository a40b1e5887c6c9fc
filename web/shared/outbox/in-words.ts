import { isOfSentence, type Message } from './outbox.ts';

/** What waits: 'The answers of 2 sentences and 1 mark wait'. */
export function inWords(queue: readonly Message[]): string {
  const ofSentences = queue.filter(isOfSentence);
  const sentences = new Set(ofSentences.map(({ group }) => group)).size;
  const marks = queue.length - ofSentences.length;
  const parts = [
    ...(sentences > 0 ? [`the answers of ${many(sentences, 'sentence')}`] : []),
    ...(marks > 0 ? [many(marks, 'mark')] : []),
  ];
  const what = parts.join(' and ');
  return `${what.charAt(0).toUpperCase()}${what.slice(1)} ${sentences === 0 && marks === 1 ? 'waits' : 'wait'}`;
}

function many(number: number, one: string): string {
  return `${number} ${number === 1 ? one : `${one}s`}`;
}
