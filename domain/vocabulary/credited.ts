import type { BulkCause, FragmentMove, VocabularyEvent } from './vocabulary.ts';

/** A credited fragment has a level that was not earned by answers: from a placement, a word list or an import. */

const credits: ReadonlySet<BulkCause['kind']> = new Set(['placement', 'list', 'import']);

/**
 * Whether a bulk act credits a fragment that it names.
 * @returns undefined if the credit does not change: the fragment did not move, or an undo restored its earlier level
 */
export function creditBy(cause: BulkCause): (fragment: string, move: FragmentMove) => boolean | undefined {
  const credited = cause.kind === 'import' && cause.credited ? new Set(cause.credited) : undefined;
  return (fragment, [from, to]) => {
    if (from === to) return undefined;
    // An undo restores a level, whether earned or credited. A fragment that is new again is not credited.
    if (cause.kind === 'undo' && to !== 'new') return undefined;
    return credited ? credited.has(fragment) : credits.has(cause.kind);
  };
}

/** The credited fragments of one vocabulary, followed event by event. */
export function followCredit() {
  let credited = new Set<string>();
  let beforeReset = credited;
  const set = (fragment: string, is: boolean | undefined) => {
    if (is === true) credited.add(fragment);
    else if (is === false) credited.delete(fragment);
  };
  return {
    has: (fragment: string): boolean => credited.has(fragment),
    follow({ type, data }: VocabularyEvent): void {
      switch (type) {
        case 'SentenceAnswered':
          for (const [fragment, [, , ...asking]] of Object.entries(data.fragments))
            if (asking.some(index => data.answers[index]?.[3] === true)) credited.delete(fragment);
          break;
        case 'FragmentChanged':
          credited.delete(data.fragment);
          break;
        case 'FragmentsChanged': {
          const creditOf = creditBy(data.cause);
          for (const [fragment, move] of Object.entries(data.fragments))
            set(fragment, creditOf(fragment, move));
          break;
        }
        case 'VocabularyReset':
          beforeReset = credited;
          credited = new Set();
          break;
        case 'VocabularyResetUndone':
          credited = beforeReset;
          break;
      }
    },
  };
}
