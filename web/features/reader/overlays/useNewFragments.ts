import { useQuery } from '@tanstack/react-query';
import { newFragments } from '../../../../facade/vocabularies.ts';
import { useClient } from '../../../shared/session.tsx';

/**
 * The fragments first met in a chapter, the same on every device. Undefined until the server has received all answers and has
 * replied; while it does not answer, the fragments that this device recorded.
 */
export function useNewFragments(
  { bookId, chapter }: { readonly bookId: string; readonly chapter: number },
  outbox: { readonly waiting: number; readonly stalled: boolean },
  here: readonly string[],
): readonly string[] | undefined {
  const client = useClient();
  const { data, isError } = useQuery({
    queryKey: ['new-fragments', bookId, chapter],
    queryFn: ({ signal }) => client.call(newFragments, { params: { bookId, chapter }, signal }),
    enabled: outbox.waiting === 0,
    refetchOnMount: 'always',
  });
  return isError || outbox.stalled ? here : data;
}
