import type { RecordedVocabularyEvent } from './history.ts';

/** Whether the event moves fragments that it does not name: a reset, its undo, or a change of the level policy. */
export const concernsEvery = ({ type, data }: RecordedVocabularyEvent) =>
  type === 'VocabularyReset' ||
  type === 'VocabularyResetUndone' ||
  ('cause' in data && data.cause.kind === 'policy');

/**
 * An event as one fragment's history needs it, without the other fragments: a sentence has dozens, a bulk act thousands.
 * Undefined when it does not concern the fragment.
 */
export function onlyFragment<Event extends RecordedVocabularyEvent>(
  event: Event,
  fragment: string,
): Event | undefined {
  switch (event.type) {
    case 'SentenceAnswered':
    case 'FragmentsChanged': {
      const { fragments: named } = event.data;
      // The id may come from a request: every object has a property `constructor`.
      const own = Object.hasOwn(named, fragment) ? named[fragment] : undefined;
      // An upcast event names no fragments; its moves follow as separate events.
      const isOld = event.type === 'SentenceAnswered' && Object.keys(named).length === 0;
      if (!own && !isOld && !concernsEvery(event)) return undefined;
      const fragments = own ? { [fragment]: own } : {};
      return { ...event, data: { ...event.data, fragments } };
    }
    case 'FragmentChanged':
      return event.data.fragment === fragment ? event : undefined;
    case 'VocabularyReset':
    case 'VocabularyResetUndone':
      return event;
    default:
      return undefined;
  }
}
