import type { RecordedVocabularyEvent } from '../domain/vocabulary/history.ts';
import { levels } from '../domain/vocabulary/levels.ts';
import type { FragmentMove, VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import type { MemoryChange } from './memory.ts';
import { type ScheduleStep, shortCommandId } from './schedule.ts';

/** A step of one fragment. */
export interface FragmentScheduleStep extends ScheduleStep {
  readonly fragment: string;
}

/** The steps of a vocabulary event, one for each fragment that it concerns; a reset has none. */
export function stepsOf(event: RecordedVocabularyEvent): readonly FragmentScheduleStep[] {
  const at = Math.floor(Date.parse(event.metadata.at) / 1000);
  const command = shortCommandId(event.metadata.commandId);
  return changesIn(event, at).map(([fragment, change]) => ({ fragment, command, change }));
}

type Named = readonly [fragment: string, change: ScheduleStep['change']];

function changesIn({ type, data }: VocabularyEvent, at: number): readonly Named[] {
  switch (type) {
    case 'SentenceAnswered':
      return answered(data, at);
    case 'FragmentsChanged':
      return changedMany(data, at);
    case 'FragmentChanged': {
      // In old logs a known fragment moves up by a right answer only; a new one does by any, so it starts as if marked.
      const wasRight = data.cause.kind === 'answer' && data.from !== 'new';
      const change: MemoryChange | undefined = wasRight
        ? { kind: 'right', at }
        : moved([data.from, data.to], at);
      return change ? [[data.fragment, change]] : [];
    }
    default:
      return [];
  }
}

type DataOf<Type extends VocabularyEvent['type']> = Extract<VocabularyEvent, { type: Type }>['data'];

/** A sentence is one review of each fragment it asked. The first answer decides, because later ones have seen the solution. */
function answered({ answers, fragments, sentence }: DataOf<'SentenceAnswered'>, at: number): Named[] {
  return Object.entries(fragments).flatMap(([fragment, [, , ...asking]]): Named[] => {
    const answer = answers[Math.min(...asking)];
    if (!answer) return [];
    return [[fragment, answer[3] ? { kind: 'right', at } : { kind: 'wrong', at, sentence }]];
  });
}

function changedMany({ cause, fragments }: DataOf<'FragmentsChanged'>, at: number): Named[] {
  // A change of the policy does not affect memory.
  if (cause.kind === 'policy') return [];
  if (cause.kind === 'undo') {
    const of = shortCommandId(cause.command);
    return Object.keys(fragments).map(fragment => [fragment, { kind: 'undo', at, of }]);
  }
  return Object.entries(fragments).flatMap(([fragment, move]): Named[] => {
    const change = moved(move, at);
    return change ? [[fragment, change]] : [];
  });
}

function moved([from, to]: FragmentMove, at: number): MemoryChange | undefined {
  if (from === to) return undefined;
  if (to === 'new') return { kind: 'unmet', at };
  return levels.indexOf(to) > levels.indexOf(from) ? { kind: 'raised', at, to } : { kind: 'lowered', at };
}
