import { usePageTitle } from '../../shared/page-title.ts';
import styles from './Home.module.css';

const questions = [
  [
    'Is this another grammar course?',
    'No. There are no modules to work through. You read a book, and what you need to know about a word is said where you meet it.',
  ],
  [
    'Which language can I learn?',
    'Spanish comes first. Others will follow when they can be done as carefully.',
  ],
  [
    'Does one really learn by reading?',
    'By understanding what you read, yes: input you can follow is what a language grows from. That is why every sentence is made clear before you go on.',
  ],
  [
    'I am a beginner. Is this too hard?',
    'Beginners are welcome. Words are asked one by one at first, and those you know are left out later. Begin with Platero y Yo.',
  ],
  [
    'What does it cost?',
    'The first chapter of every book is free. All chapters are $14.99 / month; cancel anytime.',
  ],
] as const;

export function Faq() {
  usePageTitle('FAQ');
  return (
    <article className={styles['text']}>
      <h1>FAQ</h1>
      {questions.map(([question, answer]) => (
        <section key={question}>
          <h2>{question}</h2>
          <p>{answer}</p>
        </section>
      ))}
    </article>
  );
}
