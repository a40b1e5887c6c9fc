import { BLOCK, listed } from '../../database/number-list.ts';
import { creditBy } from '../../domain/vocabulary/credited.ts';
import type { Recorded } from '../projection.ts';
import { growing, key, last, max, optional, sum } from '../read-model/columns.ts';
import { type Add, readModel } from '../read-model/read-model.ts';
import { ownerOf } from '../streams.ts';

const tables = {
  /** Where a fragment's history is in the learner's stream, and its counts. No answers are copied. */
  fragment_histories: {
    learner: key.text,
    language: key.text,
    epoch: key.int,
    fragment: key.text,
    /** Answered sentences that asked for it, without those that were undone. */
    asked: sum.int,
    /** Those of them with a wrong answer, or 'I don't know yet'. */
    missed: sum.int,
    /** When it was last asked for or tapped; null when it was only marked or credited. */
    last_met_at: optional(max.timestamptz),
    /** Its level was credited (`domain/vocabulary/credited.ts`) and not earned since. */
    credited: optional(last.boolean, false),
    /** Blocks of the stream with events that name it. */
    blocks: growing.list,
    /** Revisions of the last events that moved it. */
    moves: growing.tail,
  },
  /** Every reset and every undo of one: they are part of each fragment's history. */
  history_resets: { learner: key.text, language: key.text, revision: key.int, at: last.timestamptz },
  /** Every change of the level policy: it applies to each fragment, also to those that it does not move. */
  history_switches: { learner: key.text, language: key.text, revision: key.int, at: last.timestamptz },
};

type Place = Pick<Recorded<'SentenceAnswered'>, 'stream' | 'revision'> & {
  readonly data: { readonly epoch: number };
};

function placed({ stream, revision, data: { epoch } }: Place) {
  const { learner, scope: language } = ownerOf(stream);
  return { learner, language, epoch, blocks: listed([Math.floor(revision / BLOCK)]) };
}

const movedAt = ({ revision }: Place, from: string, to: string) =>
  from === to ? {} : { moves: listed([revision]) };

function reset(
  { stream, revision, metadata: { at } }: Recorded<'VocabularyReset' | 'VocabularyResetUndone'>,
  add: Add<typeof tables>,
): void {
  const { learner, scope: language } = ownerOf(stream);
  add.history_resets({ learner, language, revision, at });
}

/** The index through which a fragment's history is read page by page (decision 40). */
export const fragmentHistories = readModel({
  name: 'fragment-histories',
  version: 6,
  tables,
  rowsOf: {
    SentenceAnswered(event, add) {
      const place = placed(event);
      const { answers, fragments } = event.data;
      for (const [fragment, [from, to, ...asking]] of Object.entries(fragments)) {
        const isRight = asking.some(index => answers[index]?.[3] === true);
        add.fragment_histories({
          ...place,
          ...movedAt(event, from, to),
          ...(isRight && { credited: false }),
          fragment,
          asked: 1,
          missed: asking.every(index => answers[index]?.[3] === true) ? 0 : 1,
          last_met_at: event.metadata.at,
        });
      }
    },
    FragmentsChanged(event, add) {
      const place = placed(event);
      const { cause, fragments } = event.data;
      const creditOf = creditBy(cause);
      if (cause.kind === 'policy') {
        const { learner, language } = place;
        add.history_switches({ learner, language, revision: event.revision, at: event.metadata.at });
      }
      for (const [fragment, move] of Object.entries(fragments)) {
        const credited = creditOf(fragment, move);
        add.fragment_histories({
          ...place,
          ...movedAt(event, ...move),
          ...(credited !== undefined && { credited }),
          fragment,
          ...(cause.kind === 'undo' && cause.counts && { asked: cause.counts[0], missed: cause.counts[1] }),
        });
      }
    },
    FragmentChanged(event, add) {
      const { fragment, from, to, cause } = event.data;
      add.fragment_histories({
        ...placed(event),
        ...movedAt(event, from, to),
        credited: false,
        fragment,
        // In old logs each move by an answer is a separate event.
        ...(cause.kind === 'answer' && { asked: 1 }),
        ...(cause.kind !== 'mark' && { last_met_at: event.metadata.at }),
      });
    },
    VocabularyReset: reset,
    VocabularyResetUndone: reset,
  },
});
