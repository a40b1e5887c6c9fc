/** All benchmarks in order; each is imported only in its own process. */

export interface Bench {
  readonly load: () => Promise<{ run(databaseUrl: string): Promise<void> }>;
  /** Limit; several times what it takes on two idle cores. */
  readonly minutes: number;
}

export const benches: Readonly<Record<string, Bench>> = {
  log: { load: () => import('./log.ts'), minutes: 3 },
  sentences: { load: () => import('./sentences.ts'), minutes: 3 },
  commands: { load: () => import('./commands.ts'), minutes: 4 },
  http: { load: () => import('./http.ts'), minutes: 6 },
  accounts: { load: () => import('./accounts.ts'), minutes: 4 },
  projections: { load: () => import('./projections.ts'), minutes: 15 },
  payments: { load: () => import('./payments.ts'), minutes: 4 },
  'level-policy': { load: () => import('./level-policy.ts'), minutes: 15 },
  class: { load: () => import('./class.ts'), minutes: 6 },
  learner: { load: () => import('./learner.ts'), minutes: 15 },
  weight: { load: () => import('./weight.ts'), minutes: 4 },
  interactions: { load: () => import('./interactions.ts'), minutes: 4 },
  lighthouse: { load: () => import('./lighthouse.ts'), minutes: 15 },
  library: { load: () => import('./library.ts'), minutes: 4 },
};
