import { commands } from './list.ts';
import { operate } from './operate.ts';
import { progressOn } from './progress.ts';

/** `npm run operate -- <command>`: commands for operators, for use beside a running app. */

const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
process.once('SIGTERM', () => interrupted.abort());

process.exitCode = await operate(commands, process.argv.slice(2), {
  environment: process.env,
  print: line => console.log(line),
  printError: line => console.error(line),
  progress: progressOn(process.stdout),
  signal: interrupted.signal,
});
