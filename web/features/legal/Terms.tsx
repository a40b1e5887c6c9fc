import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Legal.module.css';

/** Heading only (spec 2). */
export default function Terms() {
  usePageTitle('Terms of Service');
  return <h1 className={styles['heading']}>Terms of Service</h1>;
}
