import { type Configuration, configurationFrom, Misconfigured } from '../configuration.ts';
import { type CommandEnvironment, type OperatorCommand, WrongArgument } from './command.ts';

export interface Operating extends Omit<CommandEnvironment, 'configuration'> {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Where a refusal goes, line by line. */
  readonly complain: (line: string) => void;
}

/**
 * Runs the command that the arguments name.
 * @param args the command's name and its own arguments
 * @returns the exit code: 0 done, 1 failed, 2 wrong arguments or settings
 */
export async function operate(
  commands: readonly OperatorCommand[],
  args: readonly string[],
  { environment, complain, ...surroundings }: Operating,
): Promise<0 | 1 | 2> {
  const { say } = surroundings;
  const [name, ...own] = args;
  if (name === undefined || name === 'help' || name === '--help') {
    say(help(commands));
    return 0;
  }
  const command = commands.find(known => known.name === name);
  if (!command) {
    complain(`there is no command '${name}'\n\n${help(commands)}`);
    return 2;
  }
  if (own.includes('--help')) {
    say(`${usageOf(command)}\n  ${command.summary}`);
    return 0;
  }
  let configuration: Configuration;
  try {
    configuration = configurationFrom(environment);
  } catch (error) {
    if (!(error instanceof Misconfigured)) throw error;
    complain(error.message);
    return 2;
  }
  try {
    await command.run(own, { configuration, ...surroundings });
    return 0;
  } catch (error) {
    if (error instanceof WrongArgument) {
      complain(`${name}: ${error.message}\nusage: ${usageOf(command)}`);
      return 2;
    }
    complain(`${name}: ${error instanceof Error ? error.message || error.name : error}`);
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
