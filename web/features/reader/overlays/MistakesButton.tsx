import { useQuery } from '@tanstack/react-query';
import { Button } from '../../../shared/components/Button.tsx';
import { dueQuery } from '../../../shared/review/due.ts';
import { useClient } from '../../../shared/session.tsx';

/** Leads to the mistakes of a chapter. Only the server knows those of all visits and devices; without any there is no button. */
export function MistakesButton({
  bookId,
  chapter,
  isSent,
  onLeave,
}: {
  bookId: string;
  chapter: number;
  /** The server has all answers. */
  isSent: boolean;
  onLeave: (to: string) => void;
}) {
  const client = useClient();
  const { data } = useQuery({
    ...dueQuery(client, { bookId, chapter }),
    enabled: isSent,
    refetchOnMount: 'always',
  });
  if (!isSent || !data || data.due === 0) return null;
  return (
    <Button look="quiet" onClick={() => onLeave(`/review?book=${bookId}&chapter=${chapter}`)}>
      Review my mistakes
    </Button>
  );
}
