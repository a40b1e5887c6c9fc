import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { dueQuery } from '../../shared/review/due.ts';
import { aboutMinutes, secondsFor } from '../../shared/review/duration.ts';
import { useClient } from '../../shared/session.tsx';

/** The way to a review with its length, while something is due. What does not load is not missed here. */
export function ReviewButton({ className }: { className: string }) {
  const { data } = useQuery({ ...dueQuery(useClient()), refetchOnMount: 'always' });
  if (!data || data.due === 0) return null;
  return (
    <ButtonLink className={className} to="/review">
      Review {data.due} due <span>{aboutMinutes(secondsFor(data.due, data.secondsPerAnswer))}</span>
    </ButtonLink>
  );
}
