import { useQuery } from '@tanstack/react-query';
import { subscriptionPrice } from '../../../facade/billing.ts';
import { defaultPrice } from '../../../facade/site.ts';
import { useClient } from '../session.tsx';

/** The payment provider's price; until it has loaded, the price of spec 9. */
export function usePrice(): string {
  const client = useClient();
  const { data } = useQuery({
    queryKey: ['price'],
    queryFn: ({ signal }) => client.call(subscriptionPrice, { signal }),
    staleTime: 600_000,
  });
  return data?.text ?? defaultPrice;
}
