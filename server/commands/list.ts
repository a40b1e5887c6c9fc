import type { OperatorCommand } from './command.ts';

/** Every command, in the order the help shows them. */
export const commands: readonly OperatorCommand[] = [];
