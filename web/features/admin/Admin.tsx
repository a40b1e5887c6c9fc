import { ButtonLink } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Admin.module.css';
import { Forms } from './forms/Forms.tsx';

/** Spec 2, admin: the forms and what an operator looks after. */
export default function Admin() {
  usePageTitle('Admin');
  return (
    <div className={styles['page']}>
      <ButtonLink look="quiet" to="/profile" className={styles['back']}>
        <Icon name="back" />
        Profile
      </ButtonLink>
      <header className={styles['head']}>
        <h1>admin</h1>
      </header>
      <Forms />
    </div>
  );
}
