import { useQuery } from '@tanstack/react-query';
import { Icon } from '../components/Icon.tsx';
import { Link } from '../components/Link.tsx';
import { useClient } from '../session.tsx';
import styles from './DueLink.module.css';
import { dueQuery } from './due.ts';

/** A link to the review if something is due. A failed load shows nothing. */
export function DueLink() {
  const { data } = useQuery({ ...dueQuery(useClient()), refetchOnMount: 'always' });
  if (!data || data.due === 0) return null;
  return (
    <Link className={styles['due']} to="/review">
      <Icon name="forward" size={16} />
      {data.due} due for review
    </Link>
  );
}
