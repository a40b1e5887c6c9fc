import { ButtonLink } from '../../shared/components/Button.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Home.module.css';

export default function Donate() {
  usePageTitle('Donate');
  return (
    <article className={styles['text']}>
      <h1>Donate</h1>
      <p>
        Every book here is taken apart and explained by hand. If you would like to help with the next one,
        write to us.
      </p>
      <p>
        <ButtonLink to="/contact">Write to us</ButtonLink>
      </p>
    </article>
  );
}
