import { openPool } from '../database/pool.ts';
import { upcasters } from '../domain/vocabulary/upcasters.ts';
import { aggregates } from '../event-store/aggregate/aggregates.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { upcastingLog } from '../event-store/upcasting.ts';
import { compileLibrary } from '../library/library.ts';
import { projections } from '../projections/projections.ts';
import { execute } from '../simulation/command.ts';
import { courseOf } from '../simulation/course.ts';
import { historyOf } from '../simulation/history.ts';
import { runConcurrently } from './measure.ts';
import { runnerBench } from './projecting.ts';
import { printSizes } from './sizes.ts';

const LEARNERS = 100;
const WRITERS = 32;
/** Sentences that a learner reads in a year (docs/operations.md, capacity). */
const SENTENCES_A_YEAR = 730;

/**
 * The made-up class reads the library: what the log and each read model take for a sentence, and how fast all read models
 * together are rebuilt from what real sentences ask.
 */
export async function run(url: string): Promise<void> {
  const compiled = compileLibrary();
  if (!('content' in compiled)) throw new Error('the library has problems');
  const course = courseOf(compiled.content);
  const log = upcastingLog(await postgresLog({ url }), upcasters);
  const pool = openPool({ connectionString: url, max: 4 });
  const snapshots = { load: async () => undefined, save: async () => {} };
  const commands = aggregates(log, { snapshots });
  let [events, sentences] = [0, 0];
  let finished = 0;
  await runConcurrently(LEARNERS, WRITERS, async number => {
    const { learner, commands: own } = historyOf(course, 'bench', number);
    for (const { commandId, ...command } of own) {
      const done = await execute(commands, learner, command, { commandId, actor: learner });
      events += done.events.length;
      sentences += done.events.filter(({ type }) => type === 'SentenceRead').length;
    }
    finished += 1;
    if (finished % 25 === 0) console.log(`${finished} of ${LEARNERS} learners have read`);
  });
  await commands.settled();
  console.log(`${LEARNERS} learners, ${sentences} sentences read, ${events} events`);

  const all = runnerBench({ log, databaseUrl: url, pool, events }, projections);
  const perSecond = await all.rebuild();
  const years = (perSecond * 60 * sentences) / events / SENTENCES_A_YEAR;
  console.log(`rebuild of all read models together: ${years.toPrecision(3)} learner-years a minute`);
  await pool.query('vacuum full event_log.events');
  await printSizes(pool, sentences);
  await pool.end();
  await log.close();
}
