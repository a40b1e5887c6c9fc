import { usePageTitle } from '../../shared/page-title.ts';
import { useSite } from '../../shared/site.tsx';
import { Questions } from './Questions.tsx';
import { questionsAt } from './questions.ts';
import styles from './Text.module.css';

export const head = {
  title: 'FAQ',
  description:
    'What people ask about Camino: how it differs from a grammar course, whether beginners can read a classic, and what it costs.',
};

export default function Faq() {
  usePageTitle(head.title);
  const site = useSite();
  return (
    <article className={styles['text']}>
      <h1>FAQ</h1>
      <Questions asked={questionsAt(site)} />
    </article>
  );
}
