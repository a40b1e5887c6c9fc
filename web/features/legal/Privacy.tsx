import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Legal.module.css';

export const head = { title: 'Privacy Policy', description: 'The privacy policy of Camino.' };

/** Heading only (spec 2). */
export default function Privacy() {
  usePageTitle(head.title);
  return <h1 className={styles['heading']}>{head.title}</h1>;
}
