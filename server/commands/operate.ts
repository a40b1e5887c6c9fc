import { type Configuration, InvalidConfiguration, readConfiguration } from '../configuration.ts';
import { type CommandEnvironment, type OperatorCommand, WrongArgument } from './command.ts';

export interface OperatorContext extends Omit<CommandEnvironment, 'configuration'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Prints a line of an error. */
  readonly printError: (line: string) => void;
}

/**
 * Runs the command that the arguments name.
 * @param args the command's name and its own arguments
 * @returns the exit code: 0 done, 1 failed, 2 wrong arguments or settings
 */
export async function operate(
  commands: readonly OperatorCommand[],
  args: readonly string[],
  { environment, printError, ...context }: OperatorContext,
): Promise<0 | 1 | 2> {
  const { print } = context;
  const [name, ...own] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    print(help(commands));
    return 0;
  }
  const command = commands.find(known => known.name === name);
  if (!command) {
    printError(`there is no command '${name}'\n\n${help(commands)}`);
    return 2;
  }
  if (own.includes('--help')) {
    print(`${usageOf(command)}\n  ${command.summary}`);
    return 0;
  }
  let configuration: Configuration;
  try {
    configuration = readConfiguration(environment);
  } catch (error) {
    if (!(error instanceof InvalidConfiguration)) throw error;
    printError(error.message);
    return 2;
  }
  try {
    await command.run(own, { configuration, ...context });
    return 0;
  } catch (error) {
    if (error instanceof WrongArgument) {
      printError(`${name}: ${error.message}\nusage: ${usageOf(command)}`);
      return 2;
    }
    printError(`${name}: ${error instanceof Error ? error.message || error.name : error}`);
    return 1;
  }
}

function usageOf({ name, usage }: OperatorCommand): string {
  return `npm run operate -- ${name}${usage && ` ${usage}`}`;
}

function help(commands: readonly OperatorCommand[]): string {
  const shown = commands.map(
    ({ name, usage, summary }) => [`${name}${usage && ` ${usage}`}`, summary] as const,
  );
  const width = Math.max(0, ...shown.map(([call]) => call.length));
  return [
    'usage: npm run operate -- <command> [arguments]',
    '',
    ...shown.map(([call, summary]) => `  ${call.padEnd(width)}  ${summary}`),
  ].join('\n');
}
