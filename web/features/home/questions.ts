import type { Site } from '../../../facade/site.ts';
import { books, booksAt, readyAt } from './books.ts';

function adviceAt(site: Site): string {
  const [easiest] = books;
  return booksAt(site).includes(easiest) ? ` Begin with ${easiest.title}.` : '';
}

/** Frequent questions; the home page shows the first three. */
export const questionsAt = (site: Site) =>
  [
    {
      question: 'Is this another grammar course?',
      answer:
        'No. There are no modules to work through. You read a book, and what you need to know about a word is said where you meet it.',
    },
    {
      question: 'I am a beginner. Is this too hard?',
      answer: `Beginners are welcome. Words are asked one by one at first, and those you know are left out later.${adviceAt(site)}`,
    },
    {
      question: 'Does one really learn by reading?',
      answer:
        'By understanding what you read, yes: input you can follow is what a language grows from. That is why every sentence is made clear before you go on.',
    },
    {
      question: 'Which language can I learn?',
      answer: 'Spanish comes first. Others will follow when they can be done as carefully.',
    },
    {
      question: 'What does it cost?',
      answer: `The first chapter of every book is free. A subscription is ${site.price} and opens all chapters that are ready (${readyAt(site)}) and each new one as it comes; cancel anytime.`,
    },
  ] as const;
