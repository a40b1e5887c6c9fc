import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../database/tables.ts';
import type { LearnerEvents } from '../../../domain/learner-events.ts';
import { bandOf } from '../../../domain/vocabulary/bands.ts';
import type { LevelPolicy } from '../../../domain/vocabulary/level-policies.ts';
import { knownCountOf, levels, thirds } from '../../../domain/vocabulary/levels.ts';
import type { StreamReader } from '../../../event-store/stream-reader.ts';
import type { ReplyOf } from '../../../facade/endpoint.ts';
import { changeSteps, type previewLevelPolicy } from '../../../facade/level-policies.ts';
import { vocabularyStream } from '../aggregate.ts';
import { languageIds } from '../all-accounts.ts';
import { recounted } from './recounted.ts';

type Preview = ReplyOf<typeof previewLevelPolicy>;

/** Accounts of one page at most, and how long a page may take, in milliseconds. */
const PAGE = 50;
const LONGEST = 1_000;

/**
 * Computes what a policy would change for the next accounts, in the order of a hash, so that the first are a sample.
 * @param options.after `next` of the page before
 * @param options.most ends the page after this many vocabularies
 */
export async function previewOf(
  { db, histories }: { readonly db: Kysely<Database>; readonly histories: StreamReader<LearnerEvents> },
  policy: LevelPolicy,
  { after = '', most }: { readonly after?: string | undefined; readonly most: number },
): Promise<Preview> {
  const hash = sql<string>`md5(id)`;
  const [accounts, languages, { total }] = await Promise.all([
    db
      .selectFrom('accounts')
      .select(['id', hash.as('hash')])
      .where(hash, '>', after)
      .orderBy(hash)
      .limit(PAGE + 1)
      .execute(),
    languageIds(db),
    db
      .selectFrom('accounts')
      .select(({ fn }) => fn.countAll<string>().as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  const sum = summing();
  const began = performance.now();
  let looked = 0;
  for (const { id } of accounts.slice(0, PAGE)) {
    if (looked > 0 && (performance.now() - began > LONGEST || sum.preview.vocabularies >= most)) break;
    looked += 1;
    for (const language of languages) {
      const counted = await recounted(histories, vocabularyStream(id, language));
      sum.add(
        Array.from(counted.levels.values(), ({ under }) => ({
          from: under[counted.policy],
          to: under[policy],
        })),
      );
    }
  }
  const last = accounts[looked - 1];
  return {
    ...sum.preview,
    moves: [...sum.moves()],
    next: last && looked < accounts.length ? last.hash : null,
    accounts: looked,
    total: Number(total),
  };
}

interface Moved {
  readonly from: (typeof levels)[number];
  readonly to: (typeof levels)[number];
}

function summing() {
  const moves = new Map<string, number>();
  const preview = {
    vocabularies: 0,
    changes: Array.from({ length: changeSteps.length + 1 }, () => 0),
    bandsUp: 0,
    bandsDown: 0,
    thirds: [0, 0] as [number, number],
  };
  return {
    preview,
    *moves(): Generator<Preview['moves'][number]> {
      for (const from of levels)
        for (const to of levels) {
          const count = moves.get(`${from} ${to}`);
          if (count !== undefined) yield [from, to, count];
        }
    },
    /** Every fragment of a vocabulary. */
    add(fragments: readonly Moved[]) {
      if (fragments.length === 0) return;
      let [before, after] = [0, 0];
      for (const { from, to } of fragments) {
        before += thirds[from];
        after += thirds[to];
        if (from !== to) moves.set(`${from} ${to}`, (moves.get(`${from} ${to}`) ?? 0) + 1);
      }
      preview.vocabularies += 1;
      preview.thirds[0] += before;
      preview.thirds[1] += after;
      const change = Math.trunc((after - before) / 3);
      const class_ = changeSteps.filter(step => (step < 0 ? change > step : change >= step)).length;
      preview.changes[class_] = (preview.changes[class_] ?? 0) + 1;
      const [then, now] = [bandOf(knownCountOf(before)).from, bandOf(knownCountOf(after)).from];
      if (now > then) preview.bandsUp += 1;
      if (now < then) preview.bandsDown += 1;
    },
  };
}
