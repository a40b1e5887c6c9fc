import { type Choice, chosenSteps, dependsOnLevels, type Item, isNarrowed, itemSteps } from './choice.ts';
import type { Fragments, Row, WordsReply } from './glossary.ts';
import { rowSteps } from './glossary.ts';
import { eachOf, type Steps } from './steps.ts';

/** What a list is made of. */
export interface ListOf {
  readonly reply: WordsReply;
  /** Those of the reply. */
  readonly fragments: Fragments;
  readonly choice: Choice;
  /** Seconds since 1970; everything due until then counts as due. */
  readonly now: number;
  /** The reply has everything met; otherwise what was met last. */
  readonly isWhole: boolean;
  /** Ids of kept fragments, if the choice asks for them. */
  readonly kept: ReadonlySet<string>;
}

export interface List extends ListOf {
  /** All rows, in the order of their titles. */
  readonly rows: readonly Row[];
  /** The row that a mark of a fragment belongs to, by the fragment's id. */
  readonly rowOf: ReadonlyMap<string, Row>;
  /** Those that match the choice, in its order. */
  readonly chosen: readonly Row[];
  /** The same with headings. */
  readonly items: readonly Item[];
}

/** @param last the list before, of which what stays the same is taken */
export function* listed(input: ListOf, last: List | undefined): Steps<List> {
  const { rows, rowOf } = last && sameWords(last, input) ? last : yield* rowsIn(input.reply);
  const { choice, fragments } = input;
  const chosen = yield* chosenSteps({ ...input, books: input.reply.books, rows }, choice);
  // A mark seldom changes which rows are shown.
  const isSame =
    last?.chosen.length === chosen.length &&
    last.choice.sort === choice.sort &&
    choice.sort !== 'since' &&
    chosen.every((row, index) => row === last.chosen[index]);
  if (isSame) return { ...last, ...input, rows, rowOf };
  const items = yield* itemSteps(chosen, { sort: choice.sort, fragments, today: new Date() });
  return { ...input, rows, rowOf, chosen, items };
}

function* rowsIn(reply: WordsReply): Steps<Pick<List, 'rows' | 'rowOf'>> {
  const rows = yield* rowSteps(reply);
  const rowOf = new Map<string, Row>();
  yield* eachOf(rows, row => {
    for (const id of row.own) rowOf.set(id, row);
  });
  return { rows, rowOf };
}

/** Whether the list shows all that it should: what was met last is the top of the usual list, and says nothing of another one. */
export function isTrue({ isWhole, choice }: ListOf): boolean {
  return isWhole || (!isNarrowed(choice) && choice.kind === 'words' && choice.sort === 'met');
}

/**
 * The list as the input has it, where that needs no work: levels that decide neither which rows are shown nor their order.
 * Otherwise undefined.
 */
export function followed(list: List, input: ListOf): List | undefined {
  const { reply, fragments, choice, now, kept, isWhole } = input;
  if (choice !== list.choice || now !== list.now || kept !== list.kept || !sameWords(list, input))
    return undefined;
  if (reply === list.reply) return list;
  return dependsOnLevels(choice) ? undefined : { ...list, reply, fragments, isWhole };
}

/** A mark changes levels only; the server sends other words. */
function sameWords(list: ListOf, input: ListOf): boolean {
  const [before, after] = [list.reply.languages, input.reply.languages];
  return before.length === after.length && before.every(({ words }, index) => words === after[index]?.words);
}
