import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Legal.module.css';

export const head = { title: 'Terms of Service', description: 'The terms of service of Camino.' };

/** Heading only (spec 2). */
export default function Terms() {
  usePageTitle(head.title);
  return <h1 className={styles['heading']}>{head.title}</h1>;
}
