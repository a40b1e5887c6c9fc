import type { RecordedVocabularyEvent } from '../domain/vocabulary/history.ts';
import { levels } from '../domain/vocabulary/levels.ts';
import type { FragmentMove, VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import type { Deed } from './memory.ts';
import { type CommandedDeed, shortCommandId } from './schedule.ts';

/** What an event did with one fragment. */
export interface FragmentDeed extends CommandedDeed {
  readonly fragment: string;
}

/** The deeds of a vocabulary's event, one for each fragment that it says something about; a reset has none. */
export function deedsOf(event: RecordedVocabularyEvent): readonly FragmentDeed[] {
  const at = Math.floor(Date.parse(event.metadata.at) / 1000);
  const command = shortCommandId(event.metadata.commandId);
  return deedsIn(event, at).map(([fragment, deed]) => ({ fragment, command, deed }));
}

type Named = readonly [fragment: string, deed: CommandedDeed['deed']];

function deedsIn({ type, data }: VocabularyEvent, at: number): readonly Named[] {
  switch (type) {
    case 'SentenceAnswered':
      return answered(data, at);
    case 'FragmentsChanged':
      return changedMany(data, at);
    case 'FragmentChanged': {
      // In old logs a known fragment moves up by a right answer only; a new one does by any, so it starts as if marked.
      const wasRight = data.cause.kind === 'answer' && data.from !== 'new';
      const deed: Deed | undefined = wasRight ? { kind: 'right', at } : moved([data.from, data.to], at);
      return deed ? [[data.fragment, deed]] : [];
    }
    default:
      return [];
  }
}

type DataOf<Type extends VocabularyEvent['type']> = Extract<VocabularyEvent, { type: Type }>['data'];

/** A sentence is one review of each fragment it asked, and its first answer decides: a later one has seen it. */
function answered({ answers, fragments, sentence }: DataOf<'SentenceAnswered'>, at: number): Named[] {
  return Object.entries(fragments).flatMap(([fragment, [, , ...asking]]): Named[] => {
    const answer = answers[Math.min(...asking)];
    if (!answer) return [];
    return [[fragment, answer[3] ? { kind: 'right', at } : { kind: 'wrong', at, sentence }]];
  });
}

function changedMany({ cause, fragments }: DataOf<'FragmentsChanged'>, at: number): Named[] {
  // A policy says how answers are counted, and nothing of what is remembered.
  if (cause.kind === 'policy') return [];
  if (cause.kind === 'undo') {
    const of = shortCommandId(cause.command);
    return Object.keys(fragments).map(fragment => [fragment, { kind: 'undo', at, of }]);
  }
  return Object.entries(fragments).flatMap(([fragment, move]): Named[] => {
    const deed = moved(move, at);
    return deed ? [[fragment, deed]] : [];
  });
}

function moved([from, to]: FragmentMove, at: number): Deed | undefined {
  if (from === to) return undefined;
  if (to === 'new') return { kind: 'unmet', at };
  return levels.indexOf(to) > levels.indexOf(from) ? { kind: 'raised', at, to } : { kind: 'lowered', at };
}
