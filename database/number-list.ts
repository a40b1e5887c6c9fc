/**
 * A list of non-negative integers as text, each with the same number of base-36 digits. Postgres can append to it and split it
 * with its text functions, and it needs a quarter of the bytes of decimal numbers.
 */

/** Enough for 60 million. */
export const DIGITS = 5;

/** Length of a list that keeps only the last numbers. */
export const TAIL = 8;

/**
 * Revisions of a stream per block: block 0 has revisions 0 to 63. A block is read as one page. A list of every revision would
 * be larger, and would be rewritten for each occurrence of a frequent ending.
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

/** Concatenates two lists; a number equal to the one before it is not repeated. */
export function appended(list: string, more: string): string {
  const repeats = list !== '' && list.slice(-DIGITS) === more.slice(0, DIGITS);
  return list + (repeats ? more.slice(DIGITS) : more);
}
