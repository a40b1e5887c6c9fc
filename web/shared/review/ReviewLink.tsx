import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../components/Button.tsx';
import { useClient } from '../session.tsx';
import { dueQuery } from './due.ts';
import { aboutMinutes, secondsFor } from './duration.ts';
import styles from './ReviewLink.module.css';

/**
 * The way to the review, with its number and length, while something is due: the navigation does not have it (spec 2). A failed
 * load shows nothing.
 * @param look primary where reviewing is the main action of the page
 */
export function ReviewLink({ look }: { look: 'primary' | 'outline' }) {
  const { data } = useQuery({ ...dueQuery(useClient()), refetchOnMount: 'always' });
  if (!data || data.due === 0) return null;
  return (
    <ButtonLink look={look} className={styles['review']} to="/review">
      Review {data.due} due <span>{aboutMinutes(secondsFor(data.due, data.secondsPerAnswer))}</span>
    </ButtonLink>
  );
}
