import { randomUUID } from 'node:crypto';
import { seeded } from '../../domain/quiz/random.ts';
import { answered } from '../../domain/vocabulary/level-policies.ts';
import type { Level } from '../../domain/vocabulary/levels.ts';
import type { AskedFragment, GivenAnswer } from '../../domain/vocabulary/vocabulary.ts';
import { type Log, MAX_BYTES_PER_APPEND, type NewEvent } from '../../event-store/log.ts';
import type { MadeUpSentence } from './books.ts';

/** Sentences that the learner has answered, one book after the other and all over again. */
export const ANSWERED = 100_000;
/** Milliseconds between two sentences: 9 years in all, the last one just now. */
const PAUSE = 48 * 60_000;

/** Writes what the learner did into streams that nobody has written to. */
export async function addHistory(
  log: Pick<Log, 'append'>,
  learner: string,
  language: string,
  sentences: readonly MadeUpSentence[],
): Promise<void> {
  const random = seeded('a learner of many years');
  const levels = new Map<string, Level>();
  const begin = Date.now() - ANSWERED * PAUSE;
  const write = writer(log, learner);
  for (let number = 0; number < ANSWERED; number++) {
    const sentence = sentences[number % sentences.length];
    if (!sentence) return;
    const answers: GivenAnswer[] = [];
    const fragments: Record<string, AskedFragment> = {};
    for (const { question, stem, ending } of sentence.words) {
      const right = random() < 0.85;
      for (const fragment of [stem, ending]) {
        const from = levels.get(fragment) ?? 'new';
        const [before = from, , ...asking] = fragments[fragment] ?? [];
        const rights = [...asking.map(index => answers[index]?.[3] === true), right];
        const to = answered(before, rights);
        fragments[fragment] = [before, to, ...asking, answers.length];
      }
      answers.push([question, 'word', right ? 0 : 1, right, 2_000]);
    }
    for (const [fragment, [, to]] of Object.entries(fragments)) levels.set(fragment, to);
    const at = new Date(begin + number * PAUSE).toISOString();
    const { id, book, chapter, position } = sentence;
    await write(`vocabulary-${learner}-${language}`, at, 'SentenceAnswered', {
      epoch: 0,
      book,
      sentence: id,
      contentVersion: 'v',
      occasion: 'reading',
      answers,
      fragments,
    });
    const next = sentences[(number + 1) % sentences.length];
    const isLast = next?.chapter !== chapter;
    const reading = `reading-${learner}-${book}`;
    if (position === 1 && number < sentences.length) await write(reading, at, 'ChapterOpened', { chapter });
    await write(reading, at, 'SentenceRead', {
      chapter,
      sentence: id,
      position,
      next: isLast ? null : next?.id,
    });
    if (isLast && number < sentences.length) await write(reading, at, 'ChapterFinished', { chapter });
  }
  await write.rest();
}

/** Appends in large groups, stream by stream. */
function writer({ append }: Pick<Log, 'append'>, learner: string) {
  const streams = new Map<string, { revision: number; size: number; events: NewEvent[] }>();
  const send = async (name: string) => {
    const stream = streams.get(name);
    if (!stream || stream.events.length === 0) return;
    const { revision, events } = stream;
    streams.set(name, { revision: revision + events.length, size: 0, events: [] });
    await append(name, revision < 0 ? 'none' : revision, events);
  };
  const write = async (name: string, at: string, type: string, data: NewEvent['data']) => {
    const metadata = { commandId: randomUUID(), actor: learner, fingerprint: 'Zm9vYmFyYmF', at, schema: 1 };
    const event = { id: randomUUID(), type, data, metadata };
    const bytes = JSON.stringify(event).length;
    const full = streams.get(name);
    if (full && (full.events.length === 400 || full.size + bytes > MAX_BYTES_PER_APPEND * 0.9))
      await send(name);
    const stream = streams.get(name) ?? { revision: -1, size: 0, events: [] };
    stream.events.push(event);
    stream.size += bytes;
    streams.set(name, stream);
  };
  const rest = async () => {
    for (const name of streams.keys()) await send(name);
  };
  return Object.assign(write, { rest });
}
