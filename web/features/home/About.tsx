import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Text.module.css';

export const head = {
  title: 'About',
  description:
    'Camino is for people who would rather read a book than finish a course: a Spanish classic, one sentence at a time, understood before the next.',
};

export default function About() {
  usePageTitle(head.title);
  return (
    <article className={styles['text']}>
      <h1>About</h1>
      <p>
        Camino is for people who would rather read a book than finish a course. You take a classic, one
        sentence at a time, and understand each before the next: its words, its clauses, the whole.
      </p>
      <p>
        We believe that a language is learned by understanding it, often, in something worth understanding. So
        there are no modules here and no points to win, just good books and a patient companion who remembers
        every word you have met.
      </p>
    </article>
  );
}
