import { useMutation } from '@tanstack/react-query';
import { createCheckout } from '../../../facade/billing.ts';
import { useClient } from '../session.tsx';

/** Begins a checkout and leads the browser to it (spec 7). A failure is logged (spec 8) and kept in `isError`. */
export function useCheckout() {
  const client = useClient();
  return useMutation({
    mutationFn: () => client.call(createCheckout, { body: { lookup_key: 'standard_monthly' } }),
    onSuccess: ({ url }) => location.assign(url),
    onError: failure => console.error(failure),
  });
}

/** What a reader is told when a checkout could not be begun. */
export const checkoutFailed = 'Subscribing is not possible right now.';
