/** The owner of a stream, from its name: `{category}-{learner}-{language or book}`; the last part may contain hyphens or be missing. */
export interface StreamOwner {
  readonly learner: string;
  /** The language of a vocabulary, the book of a reading; empty for a subscription. */
  readonly scope: string;
}

/** @throws Error when the name does not follow the pattern; such an event stops a projection. */
export function ownerOf(stream: string): StreamOwner {
  const category = stream.indexOf('-');
  if (category <= 0 || category === stream.length - 1) throw new Error(`stream ${stream} names no learner`);
  const learner = stream.indexOf('-', category + 1);
  return learner < 0
    ? { learner: stream.slice(category + 1), scope: '' }
    : { learner: stream.slice(category + 1, learner), scope: stream.slice(learner + 1) };
}
