import { endSubscription } from '../command-api/billing/end-forgotten.ts';
import { forgetAtProviderStep, forgetCollectedStep } from '../command-api/collect/forget.ts';
import {
  type ForgettingStep,
  forgetAgain,
  forgettingSteps,
} from '../command-api/identity/forgetting/forget.ts';
import { forgottenFile } from '../command-api/identity/forgetting/forgotten-file.ts';
import type { Configuration } from './configuration.ts';
import type { Stores } from './stores.ts';

/** All steps of forgetting an account: those of other areas first, the account itself last. */
export function allForgettingSteps({
  analyticsAtProvider,
}: {
  readonly analyticsAtProvider: boolean;
}): readonly ForgettingStep[] {
  return [
    endSubscription,
    forgetCollectedStep,
    ...(analyticsAtProvider ? [forgetAtProviderStep] : []),
    ...forgettingSteps,
  ];
}

/** Forgets deleted accounts again after a restored backup brought them back. */
export async function forgetRestored(
  { forgottenFile: path, analytics }: Configuration,
  { connection }: Stores,
  report: (line: string) => void,
): Promise<void> {
  const ids = await forgottenFile(path).all();
  const again = await forgetAgain(
    { steps: allForgettingSteps({ analyticsAtProvider: analytics !== undefined }) },
    connection.db,
    ids,
  );
  if (again > 0) report(`${again} deleted accounts were in the database again, and were forgotten again`);
}
