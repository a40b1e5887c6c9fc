import { median } from '../measure.ts';
import { stemId } from './books.ts';

const ROUNDS = 7;

/** What the learner's pages ask for, by what they show. */
function queriesOf(language: string): Readonly<Record<string, string>> {
  const storyOf = (rank: number) => `/vocabularies/story?languageId=${language}&fragmentId=${stemId(rank)}`;
  const today = new Date().toISOString().slice(0, 10);
  return {
    'vocabulary: everything met': '/vocabularies/words',
    'reader: levels of everything met': '/vocabularies',
    'story of a fragment in most chapters': storyOf(0),
    'story of a fragment in some chapters': storyOf(100),
    'story of a fragment in one sentence': storyOf(15_000),
    'review: how many are due': '/vocabularies/review?limit=0',
    'review: 20 questions': '/vocabularies/review?limit=20',
    'review: 60 questions': '/vocabularies/review?limit=60&mistakes=first',
    'review: mistakes of a chapter': '/vocabularies/review?limit=20&mistakes=first&bookId=years-0&chapter=3',
    'review: mistakes of a day': `/vocabularies/review?limit=20&mistakes=first&day=${today}`,
    'progress: known counts': `/vocabularies/known-counts?languageId=${language}`,
    'progress: activity': '/vocabularies/activity',
    'progress: chapter map': '/vocabularies/chapters',
    'progress: coverage': '/vocabularies/coverage',
    'profile, with progress by book': '/users/profile',
  };
}

/** Milliseconds from the request to the whole reply, over HTTP. */
export async function timeQueries(app: string, token: string, language: string): Promise<void> {
  for (const [what, path] of Object.entries(queriesOf(language))) {
    const times: number[] = [];
    let size = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      const reply = await fetch(app + path, { headers: { Authorization: `Bearer ${token}` } });
      const text = await reply.text();
      times.push(performance.now() - began);
      if (!reply.ok) throw new Error(`${path}: ${reply.status} ${text.slice(0, 200)}`);
      size = text.length;
    }
    console.log(
      `${what.padEnd(42)} ${median(times).toFixed(0).padStart(5)} ms (first ${times[0]?.toFixed(0).padStart(5)} ms), ${(size / 1000).toFixed(0)} kB`,
    );
  }
}
