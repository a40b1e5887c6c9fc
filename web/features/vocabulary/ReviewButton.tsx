import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { dueQuery } from '../../shared/review/due.ts';
import { aboutMinutes, secondsFor } from '../../shared/review/duration.ts';
import { useClient } from '../../shared/session.tsx';

/** The link to a review with its length, if something is due. A failed load shows nothing. */
export function ReviewButton({ className }: { className: string }) {
  const { data } = useQuery({ ...dueQuery(useClient()), refetchOnMount: 'always' });
  if (!data || data.due === 0) return null;
  return (
    <ButtonLink className={className} to="/review">
      Review {data.due} due <span>{aboutMinutes(secondsFor(data.due, data.secondsPerAnswer))}</span>
    </ButtonLink>
  );
}
