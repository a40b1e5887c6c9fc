/** Compares medians of interleaved rounds of baseline and subject, because absolute figures vary between runs and machines. */

export interface Measure {
  readonly name: string;
  /** Target of the ratio. */
  readonly aim: string;
  /** Each returns operations per second. */
  readonly baseline: () => Promise<number>;
  readonly subject: () => Promise<number>;
}

const ROUNDS = 3;

/** Run together with others: the benchmarks that measure the same many times do so less often. */
export const isShort = process.env['BENCH_SHORT'] !== undefined;

/** Runs three interleaved rounds and prints medians and their ratio (subject / baseline). */
export async function compare({ name, aim, baseline, subject }: Measure): Promise<void> {
  print(name, await medians({ baseline, subject }), 'subject', 'baseline', aim);
}

/** The median of each measure over some rounds in which all take their turn. */
export async function medians(
  measures: Readonly<Record<string, () => Promise<number>>>,
  rounds = ROUNDS,
): Promise<Readonly<Record<string, number>>> {
  const values = new Map(Object.keys(measures).map(name => [name, [] as number[]]));
  for (let round = 0; round < rounds; round++)
    for (const [name, measure] of Object.entries(measures)) values.get(name)?.push(await measure());
  return Object.fromEntries([...values].map(([name, measured]) => [name, median(measured)]));
}

/** One line: two of the medians and their ratio. @param aim what the ratio should reach */
export function print(
  name: string,
  measured: Readonly<Record<string, number>>,
  subject: string,
  baseline: string,
  aim?: string,
): void {
  const [of, by] = [measured[subject] ?? Number.NaN, measured[baseline] ?? Number.NaN];
  console.log(
    `${name.padEnd(62)} ${rounded(of).padStart(9)} / ${rounded(by).padStart(9)} per s = ${(of / by).toFixed(2)}${aim ? `   (aim ${aim})` : ''}`,
  );
}

/** Operations per second of `work`, which does `count` of them. */
export async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return count / ((performance.now() - began) / 1000);
}

/** Runs `count` pieces of work with a number of concurrent workers; each piece gets its index. */
export async function runConcurrently(
  count: number,
  workers: number,
  piece: (number: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  await Promise.all(
    Array.from({ length: workers }, async () => {
      while (next < count) await piece(next++);
    }),
  );
}

export function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function percentile(values: readonly number[], percent: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length * percent) / 100)] ?? Number.NaN;
}

function rounded(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
