import { endSubscription } from '../command-api/billing/end-forgotten.ts';
import { type ForgettingStep, forgettingSteps } from '../command-api/identity/forgetting/forget.ts';

/** Everything that is done when an account is forgotten: what other areas must know first, the account last. */
export const allForgettingSteps: readonly ForgettingStep[] = [endSubscription, ...forgettingSteps];
