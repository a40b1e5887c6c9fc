import { acceptLog } from './accept-log.ts';
import { deleteAccount, grantRole } from './account.ts';
import { analyst } from './analyst.ts';
import { cancel } from './cancel.ts';
import type { OperatorCommand } from './command.ts';
import { moveCommand } from './move-log.ts';
import { pause, resume } from './pause.ts';
import { reconcileCommand } from './reconcile.ts';
import { replay } from './replay.ts';
import { status } from './status.ts';

/** Every command, in the order the help shows them. */
export const commands: readonly OperatorCommand[] = [
  status,
  replay,
  cancel,
  pause,
  resume,
  analyst,
  grantRole,
  deleteAccount,
  moveCommand,
  acceptLog,
  reconcileCommand,
];
