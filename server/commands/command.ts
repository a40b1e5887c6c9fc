import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Configuration } from '../configuration.ts';
import type { ProgressLine } from './progress.ts';

/** Passed to every command besides its arguments. */
export interface CommandEnvironment {
  /** The same settings that the app reads. */
  readonly configuration: Configuration;
  /** Prints a line of the result. */
  readonly print: (line: string) => void;
  /** Shows the progress of a long command. */
  readonly progress: ProgressLine;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** One thing an operator can do: `npm run operate -- <name> <usage>`. */
export interface OperatorCommand {
  readonly name: string;
  /** Its arguments as the help shows them; empty when it takes none. */
  readonly usage: string;
  /** One line, a sentence without its subject. */
  readonly summary: string;
  /** @throws WrongArgument; any other error ends the command with its message */
  readonly run: (args: readonly string[], environment: CommandEnvironment) => Promise<void>;
}

/** An argument that is missing or wrong; the message names it. */
export class WrongArgument extends Error {
  override readonly name = 'WrongArgument';
}

/**
 * Reads a command's arguments.
 * @throws WrongArgument naming an option that does not exist or lacks its value
 */
export function argumentsOf<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new WrongArgument(reason);
  }
}

/** @throws WrongArgument naming what a command that takes no such argument was given */
export function refuseArguments(positionals: readonly string[]): void {
  if (positionals.length > 0) throw new WrongArgument(`'${positionals.join(' ')}' is one argument too many`);
}
