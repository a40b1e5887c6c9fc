/** CEFR-like bands of the known count (spec 9). */

export interface Band {
  /** For example A1.2; C2 has no parts. */
  readonly name: string;
  /** Smallest known count of the band. */
  readonly from: number;
  /** First known count beyond the band; null for the last. */
  readonly to: number | null;
}

const starts: readonly (readonly [string, number])[] = [
  ['A0.1', 0],
  ['A0.2', 250],
  ['A1.1', 500],
  ['A1.2', 750],
  ['A2.1', 1000],
  ['A2.2', 1500],
  ['B1.1', 2000],
  ['B1.2', 3000],
  ['B2.1', 4000],
  ['B2.2', 6000],
  ['C1.1', 8000],
  ['C1.2', 12000],
  ['C2', 16000],
];

export const bands: readonly Band[] = starts.map(([name, from], index) => ({
  name,
  from,
  to: starts[index + 1]?.[1] ?? null,
}));

/** The band of a known count, which is rounded down. */
export function bandOf(knownCount: number): Band {
  const count = Math.max(0, Math.floor(knownCount));
  const band = bands.findLast(({ from }) => from <= count);
  if (!band) throw new RangeError(`no band for ${knownCount}`);
  return band;
}

/** The band after this one; undefined after C2. */
export function bandAfter(band: Band): Band | undefined {
  return bands.find(({ from }) => from === band.to);
}

/** What the badge shows: a zero count displays A0.0. */
export function displayedBand(knownCount: number): string {
  return Math.floor(knownCount) <= 0 ? 'A0.0' : bandOf(knownCount).name;
}

/** Percentage within the band, to 2 decimals; 100 in C2. */
export function percentWithinBand(knownCount: number): number {
  const { from, to } = bandOf(knownCount);
  if (to === null) return 100;
  return Math.floor(((Math.max(0, knownCount) - from) / (to - from)) * 10_000) / 100;
}

/** Groups of the end summary's bars (spec 9): A0 0-500, A1 500-1000 … C2 above. */
export const groups: readonly Band[] = ['A0', 'A1', 'A2', 'B1', 'B2', 'C1', 'C2'].map(name => {
  const parts = bands.filter(band => band.name.startsWith(name));
  return { name, from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? null };
});
