import { Village } from '../../shared/art/Scene.tsx';
import { ButtonLink } from '../../shared/components/Button.tsx';
import { usePageTitle } from '../../shared/page-title.ts';
import { useSession } from '../../shared/session.tsx';
import styles from './Home.module.css';

const steps = [
  ['Read a sentence', 'As the author wrote it. Tap any word that stops you.'],
  ['Answer as you go', 'What does this word mean here? And this clause? One tap each.'],
  ['Watch it grow', 'Stems and endings you know count in every book you read.'],
] as const;

export function Hero() {
  usePageTitle('Learn Spanish by reading');
  const { status } = useSession();
  return (
    <>
      <section className={styles['hero']}>
        <div className={styles['scene']}>
          <Village hour="evening" />
        </div>
        <div className={styles['words']}>
          <h1>Learn Spanish from the books worth learning it for</h1>
          <p>
            <i lang="es">Platero y Yo</i>, <i lang="es">Don Quixote</i>: one sentence at a time, understood
            before you turn the page.
          </p>
          {status !== 'loading' &&
            (status === 'signed-in' ? (
              <ButtonLink to="/library">Go to Library</ButtonLink>
            ) : (
              <ButtonLink to="/sign-up">Take the Journey</ButtonLink>
            ))}
        </div>
      </section>
      <ol className={styles['steps']}>
        {steps.map(([title, text], index) => (
          <li key={title}>
            <span>{index + 1}</span>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}
