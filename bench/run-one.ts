/** The process of one benchmark: `node run-one.ts <name> <database address>`. */
import { benches } from './benches.ts';

const [name = '', databaseUrl = ''] = process.argv.slice(2);
// The processes that it started are in its group and get the signal themselves.
process.once('SIGTERM', () => process.exit(143));
try {
  await (await benches[name]?.load())?.run(databaseUrl);
} catch (error) {
  console.error(`${name} failed:`, error);
  process.exitCode = 1;
}
// What a failed one has left open does not keep the process.
process.exit();
