import { endSubscription } from '../command-api/billing/deleted-accounts.ts';
import { deleteAtProviderStep, deleteCollectedStep } from '../command-api/collect/delete-collected.ts';
import {
  type DeletionStep,
  deleteAgain,
  deletionSteps,
} from '../command-api/identity/account-deletion/delete-account.ts';
import { deletedAccountsFile } from '../command-api/identity/account-deletion/deleted-accounts-file.ts';
import type { Configuration } from './configuration.ts';
import type { Stores } from './stores.ts';

/** All steps of the deletion of an account: those of other areas first, the account itself last. */
export function allDeletionSteps({
  analyticsAtProvider,
}: {
  readonly analyticsAtProvider: boolean;
}): readonly DeletionStep[] {
  return [
    endSubscription,
    deleteCollectedStep,
    ...(analyticsAtProvider ? [deleteAtProviderStep] : []),
    ...deletionSteps,
  ];
}

/** Deletes accounts again that a restored backup brought back. */
export async function deleteRestoredAccounts(
  { deletedAccountsFile: path, analytics }: Configuration,
  { connection }: Stores,
  report: (line: string) => void,
): Promise<void> {
  const ids = await deletedAccountsFile(path).all();
  const again = await deleteAgain(
    { steps: allDeletionSteps({ analyticsAtProvider: analytics !== undefined }) },
    connection.db,
    ids,
  );
  if (again > 0) report(`${again} deleted accounts were in the database again and were deleted again`);
}
