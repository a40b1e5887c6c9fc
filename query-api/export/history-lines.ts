import type { BulkCause, FragmentCause, VocabularyEvent } from '../../domain/vocabulary/vocabulary.ts';
import type { HistoryLine } from '../../facade/history-lines.ts';
import type { Catalogue } from './catalogue.ts';
import type { HistoryEvent } from './history-events.ts';

/** An event in the public shape. */
export function lineOf(told: HistoryEvent, catalogue: Catalogue): HistoryLine {
  const { commandId: command, at } = told.metadata;
  switch (told.of) {
    case 'vocabulary':
      return vocabularyLine(told.event, { at, command, language: told.language }, catalogue);
    case 'reading': {
      const { type, data } = told.event;
      const book = catalogue.books.get(told.book);
      const place = { at, command, bookId: told.book, ...(book && { book }), chapter: data.chapter };
      if (type === 'ChapterOpened') return { type: 'opened', ...place };
      if (type === 'ChapterFinished') return { type: 'finished', ...place };
      return { type: 'read', ...place, sentence: catalogue.sentence(data.sentence) };
    }
    case 'subscription': {
      const { from, to, paidUntil, cancelsAtPeriodEnd } = told.event.data;
      return { type: 'subscription', at, from, to, paidUntil, cancelsAtPeriodEnd };
    }
  }
}

interface Place {
  readonly at: string;
  readonly command: string;
  readonly language: string;
}

function vocabularyLine(
  { type, data }: VocabularyEvent,
  place: Place,
  { fragment, sentence }: Catalogue,
): HistoryLine {
  switch (type) {
    case 'SentenceAnswered':
      return {
        type: 'answered',
        ...place,
        occasion: data.occasion,
        ...(data.policy && { policy: data.policy }),
        sentence: sentence(data.sentence),
        answers: data.answers.map(([question, about, chosen, right, milliseconds]) => ({
          question,
          about,
          chosen,
          right,
          milliseconds,
        })),
        fragments: Object.entries(data.fragments).map(([id, [from, to, ...answers]]) => ({
          ...fragment(id),
          from,
          to,
          answers,
        })),
      };
    case 'FragmentChanged':
      return {
        type: 'changed',
        ...place,
        ...causeOf(data.cause),
        fragments: [{ ...fragment(data.fragment), from: data.from, to: data.to }],
      };
    case 'FragmentsChanged':
      return {
        type: 'changed',
        ...place,
        ...causeOf(data.cause),
        fragments: Object.entries(data.fragments).map(([id, [from, to]]) => ({ ...fragment(id), from, to })),
      };
    case 'VocabularyReset':
      return { type: 'reset', ...place };
    case 'VocabularyResetUndone':
      return { type: 'reset-undone', ...place };
  }
}

function causeOf(
  cause: FragmentCause | BulkCause,
): Pick<HistoryLine & { type: 'changed' }, 'cause' | 'undoes' | 'policy'> {
  if (cause.kind === 'policy') return { cause: cause.kind, policy: cause.policy };
  if (cause.kind !== 'undo') return { cause: cause.kind };
  const { command, fragment } = cause;
  return { cause: 'undo', undoes: { command, ...(fragment !== undefined && { fragment }) } };
}

/** Ids of the fragments and sentences that an event names, without unread sentences, of which nothing is exported. */
export function namedBy(told: HistoryEvent): {
  readonly fragments: readonly string[];
  readonly sentence?: string;
} {
  if (told.of === 'reading')
    return told.event.type === 'SentenceRead'
      ? { fragments: [], sentence: told.event.data.sentence }
      : nothing;
  if (told.of === 'subscription') return nothing;
  const { type, data } = told.event;
  if (type === 'SentenceAnswered') return { fragments: Object.keys(data.fragments), sentence: data.sentence };
  if (type === 'FragmentsChanged') return { fragments: Object.keys(data.fragments) };
  return type === 'FragmentChanged' ? { fragments: [data.fragment] } : nothing;
}

const nothing = { fragments: [] };
