import { useState } from 'react';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { Icon } from '../../shared/components/Icon.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Admin.module.css';
import { Forms } from './forms/Forms.tsx';
import { LevelPolicy } from './level-policy/LevelPolicy.tsx';
import { OnThisPage } from './OnThisPage.tsx';
import { useOpenForm } from './panel/useOpenForm.ts';
import { People } from './people/People.tsx';
import { Questions } from './questions/Questions.tsx';
import { ReadModels } from './read-models/ReadModels.tsx';

/** Spec 2, admin: the forms, and the views for operating the product. */
export default function Admin() {
  usePageTitle('Admin');
  const [open, toggle] = useOpenForm();
  const [resetOf, setResetOf] = useState('');
  return (
    <div className={styles['page']}>
      <ButtonLink look="quiet" to="/profile" className={styles['back']}>
        <Icon name="back" />
        Profile
      </ButtonLink>
      <header className={styles['head']}>
        <h1>admin</h1>
        <OnThisPage
          places={[
            ['forms', 'Forms'],
            ['read-models', 'Read models'],
            ['level-policy', 'Level policy'],
            ['questions', 'Questions'],
            ['people', 'People'],
          ]}
        />
      </header>
      <Forms open={open} onToggle={toggle} resetOf={resetOf} onResetOf={setResetOf} />
      <ReadModels canAct />
      <LevelPolicy canAct />
      <Questions />
      <People
        onReset={username => {
          setResetOf(username);
          if (open !== 'vocabulary-reset') toggle('vocabulary-reset');
          const bar = document.getElementById('vocabulary-reset');
          bar?.scrollIntoView();
          bar?.focus();
        }}
      />
    </div>
  );
}
