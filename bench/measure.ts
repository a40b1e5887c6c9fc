/** Ratios within one run, because these machines are shared: baseline and subject take turns, medians are compared. */

export interface Measure {
  readonly name: string;
  /** What the ratio should reach. */
  readonly aim: string;
  /** Each returns operations per second. */
  readonly baseline: () => Promise<number>;
  readonly subject: () => Promise<number>;
}

const ROUNDS = 3;

/** Runs three interleaved rounds and prints medians and their ratio (subject / baseline). */
export async function compare({ name, aim, baseline, subject }: Measure): Promise<void> {
  const [baselines, subjects]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    baselines.push(await baseline());
    subjects.push(await subject());
  }
  const [of, by] = [median(subjects), median(baselines)];
  console.log(
    `${name.padEnd(58)} ${rounded(of).padStart(9)} / ${rounded(by).padStart(9)} per s = ${(of / by).toFixed(2)}   (aim ${aim})`,
  );
}

/** Operations per second of `work`, which does `count` of them. */
export async function rate(count: number, work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return count / ((performance.now() - began) / 1000);
}

/** `count` pieces of work by so many workers at once; each piece gets its number. */
export async function shared(
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
