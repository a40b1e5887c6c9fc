import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Legal.module.css';

/** Heading only (spec 2). */
export default function Privacy() {
  usePageTitle('Privacy Policy');
  return <h1 className={styles['heading']}>Privacy Policy</h1>;
}
