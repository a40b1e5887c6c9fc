import { ButtonAnchor, ButtonLink } from '../../shared/components/Button.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { useSite } from '../../shared/site.tsx';
import styles from './Text.module.css';

export const head = {
  title: 'Donate',
  description:
    'Every book on Camino is taken apart and explained by hand. Help with the next one, if you like.',
};

/** Spec 2, donate: links to an external payment page; without one to the contact page. */
export default function Donate() {
  usePageTitle(head.title);
  const { donate } = useSite().links;
  return (
    <article className={styles['text']}>
      <h1>Donate</h1>
      <p>
        Every book here is taken apart and explained by hand. If you would like to help with the next one,{' '}
        {donate ? 'you can give what you like.' : 'write to us.'}
      </p>
      <p>
        {donate ? (
          <ButtonAnchor href={donate} target="_blank" rel="noopener">
            Donate Here
          </ButtonAnchor>
        ) : (
          <ButtonLink to="/contact">Write to us</ButtonLink>
        )}
      </p>
    </article>
  );
}
