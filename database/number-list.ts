/**
 * A list of whole numbers as text: each has the same number of base 36 digits. Postgres appends to such a text and takes
 * it apart with its plain text functions, and it needs a quarter of the bytes of the numbers in decimal.
 */

/** Enough for 60 million. */
export const DIGITS = 5;

/** How many numbers a list keeps of which only the last are wanted. */
export const TAIL = 8;

/**
 * Revisions of a stream that one number of a list of blocks stands for: block 0 has revisions 0 to 63. A block is read as
 * one page. A list of every revision would be larger, and the row of an ending that is in every other sentence would be
 * rewritten with all of them each time.
 */
export const BLOCK = 64;

/** @throws RangeError for a number that is negative or too large */
export function listed(numbers: readonly number[]): string {
  return numbers
    .map(number => {
      const text = number.toString(36).padStart(DIGITS, '0');
      if (number < 0 || text.length > DIGITS) throw new RangeError(`${number} does not fit into a list`);
      return text;
    })
    .join('');
}

export function numbersIn(list: string): readonly number[] {
  return (list.match(/.{5}/g) ?? []).map(text => Number.parseInt(text, 36));
}

/** One list after the other; a number that equals the one before it is not repeated. */
export function appended(list: string, more: string): string {
  const repeats = list !== '' && list.slice(-DIGITS) === more.slice(0, DIGITS);
  return list + (repeats ? more.slice(DIGITS) : more);
}
