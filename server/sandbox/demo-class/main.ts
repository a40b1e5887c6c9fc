import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { argumentsOf, refuseArguments } from '../../commands/command.ts';
import { withDatabase } from '../../commands/database.ts';
import { duration, progressOn } from '../../commands/progress.ts';
import { readConfiguration } from '../../configuration.ts';
import { makeClass } from './class.ts';
import { queryAsText, withResults } from './document.ts';

/**
 * `npm run demo:class`: a class of 500 simulated learners in the app's own database, running or not.
 * `--document` also writes the results of the queries into docs/analytics.md; the database must have no other learners.
 */

const LEARNERS = 500;
const SEED = 'camino';
const page = join(import.meta.dirname, '../../../docs/analytics.md');

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort(new Error('stopped; the next run goes on from here')));

try {
  const { values, positionals } = argumentsOf(process.argv.slice(2), { document: { type: 'boolean' } });
  refuseArguments(positionals);
  const configuration = readConfiguration(process.env);
  await withDatabase(configuration, async ({ url, pool }) => {
    const began = performance.now();
    const made = await makeClass({
      configuration,
      databaseUrl: url,
      learners: LEARNERS,
      seed: SEED,
      progress: progressOn(process.stdout),
      signal: interrupted.signal,
    });
    const took = duration((performance.now() - began) / 1000);
    console.log(
      `${made.learners} learners, ${made.commands} commands (${made.repeated} given before), ` +
        `${made.events} new events in ${took}; library edition ${made.edition}`,
    );
    if (!values.document) return;
    const [, [others] = []] = await queryAsText(pool, `select count(*) from analytics.learners`);
    if (Number(others) > LEARNERS)
      throw new Error('the database holds other learners, too: use an empty DATA_DIRECTORY');
    const client = await pool.connect();
    await client.query('set search_path = analytics');
    const text = await withResults(await readFile(page, 'utf8'), query => queryAsText(client, query));
    client.release(true);
    await writeFile(page, text.replace(/library edition `\w+`/, `library edition \`${made.edition}\``));
    console.log(`${page} has the present results`);
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
