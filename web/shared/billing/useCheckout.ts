import { useMutation } from '@tanstack/react-query';
import { createCheckout, createPortal } from '../../../facade/billing.ts';
import { messageOf } from '../failures.ts';
import { useClient } from '../session.tsx';
import { rememberReturnPath } from './return-path.ts';

/**
 * Starts a checkout and navigates to it (spec 7). A failure is logged (spec 8), and `failed` is its text for the learner.
 */
export function useCheckout() {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.call(createCheckout, { body: { lookup_key: 'standard_monthly' } }),
    onSuccess: leaveFor,
    onError: failure => console.error(failure),
  });
  return { begin: () => mutate(), isPending, failed: error && (messageOf(error) ?? notNow) };
}

/** Opens the provider's portal for managing a subscription. */
export function usePortal() {
  const client = useClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (customerId: string) => client.call(createPortal, { body: { customerId } }),
    onSuccess: leaveFor,
    onError: failure => console.error(failure),
  });
  return { open: mutate, isPending, failed: error && (messageOf(error) ?? notNow) };
}

function leaveFor({ url }: { url: string }): void {
  rememberReturnPath();
  location.assign(url);
}

const notNow = 'The payment provider does not answer at the moment. Nothing was charged. Please try again.';
