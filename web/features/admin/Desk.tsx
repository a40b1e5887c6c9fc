import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Admin.module.css';
import { HealthCheck } from './forms/HealthCheck.tsx';
import { LevelPolicy } from './level-policy/LevelPolicy.tsx';
import { OnThisPage } from './OnThisPage.tsx';
import { Questions } from './questions/Questions.tsx';
import { ReadModels } from './read-models/ReadModels.tsx';
import { Section } from './table/Section.tsx';

/** The page for employees: the admin's components without their actions. */
export default function Desk() {
  usePageTitle('Desk');
  return (
    <div className={styles['page']}>
      <header className={styles['head']}>
        <h1>desk</h1>
        <OnThisPage
          places={[
            ['questions', 'Questions'],
            ['health', 'Health'],
            ['read-models', 'Read models'],
            ['level-policy', 'Level policy'],
          ]}
        />
      </header>
      <Questions />
      <Section id="health" title="Health" lede="Positions that are missing from a book">
        <HealthCheck />
      </Section>
      <ReadModels canAct={false} />
      <LevelPolicy canAct={false} />
    </div>
  );
}
