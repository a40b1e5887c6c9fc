import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { isRefusal } from '../domain/refusal.ts';
import { decide, type JudgedAnswer } from '../domain/vocabulary/decide.ts';
import { nothingLearned, type VocabularyEvent } from '../domain/vocabulary/vocabulary.ts';
import { eventId } from '../event-store/aggregate/event-ids.ts';
import { eventStoreDbLog } from '../event-store/eventstoredb/eventstoredb-log.ts';
import type { Log, NewEvent } from '../event-store/log.ts';
import { postgresLog } from '../event-store/postgres/postgres-log.ts';
import { compare, rate, runConcurrently } from './measure.ts';

const WRITERS = 32;
const SENTENCES = 2_000;

/**
 * A sentence's answers as the one event that they are, against the event per answer and per moved fragment that they were:
 * bytes, and sentences stored a second by 32 writers. With `EVENTSTORE_URL` also there.
 */
export async function run(url: string): Promise<void> {
  for (const [name, words] of [
    ['a sentence of 17 words', 17],
    ['a sentence of 57 questions', 44],
  ] as const) {
    const [before, after] = [bytesOf(stored(words, eventPerAnswer)), bytesOf(stored(words, oneEvent))];
    console.log(`${name}: ${before} bytes of JSON before, ${after} now = 1/${(before / after).toFixed(1)}`);
  }
  await onLog('Postgres', await postgresLog({ url }));
  await onDisk(url);
  const eventStoreUrl = process.env['EVENTSTORE_URL'];
  if (eventStoreUrl !== undefined) {
    await onLog('EventStoreDB', eventStoreDbLog({ url: eventStoreUrl }));
    await inTransactionLog(eventStoreUrl);
  }
}

async function onLog(name: string, log: Log): Promise<void> {
  const storing = (shape: Shape) => () => rate(SENTENCES, () => storeSentences(log, shape));
  await compare({
    name: `${name}: sentences stored by ${WRITERS} writers, one event against one per answer and move`,
    aim: '6',
    baseline: storing(eventPerAnswer),
    subject: storing(oneEvent),
  });
  await log.close();
}

/** What a sentence takes in Postgres, indexes and all. */
async function onDisk(url: string): Promise<void> {
  const log = await postgresLog({ url });
  const client = new pg.Client(url);
  client.on('error', () => {});
  await client.connect();
  const size = async () => {
    await client.query('vacuum full event_log.events');
    const { rows } = await client.query<{ bytes: number }>(
      "select pg_total_relation_size('event_log.events')::float8 as bytes",
    );
    return rows[0]?.bytes ?? Number.NaN;
  };
  await reportBytes('Postgres', log, size);
  await client.end();
  await log.close();
}

/** What a sentence takes in the transaction log of an EventStoreDB, where a position is a count of bytes. */
async function inTransactionLog(url: string): Promise<void> {
  const log = eventStoreDbLog({ url });
  const bytes = async () => Number((await log.head()).split('.')[0]);
  await reportBytes('EventStoreDB', log, bytes);
  await log.close();
}

/** Stores sentences in both shapes and says what one takes of the bytes that `size` tells. */
async function reportBytes(name: string, log: Log, size: () => Promise<number>): Promise<void> {
  const taken = async (shape: Shape) => {
    const before = await size();
    await storeSentences(log, shape);
    return ((await size()) - before) / SENTENCES;
  };
  const [before, after] = [await taken(eventPerAnswer), await taken(oneEvent)];
  console.log(
    `a sentence of 17 words in ${name}: ${before.toFixed(0)} bytes before, ${after.toFixed(0)} now = 1/${(before / after).toFixed(1)} (aim 1/15)`,
  );
}

function storeSentences(log: Log, shape: Shape): Promise<void> {
  return runConcurrently(SENTENCES, WRITERS, async () => {
    const { stream, events } = stored(17, shape);
    await log.append(stream, 'none', events);
  });
}

type SentenceAnswered = Extract<VocabularyEvent, { type: 'SentenceAnswered' }>;
interface Written {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}
type Shape = (event: SentenceAnswered) => readonly Written[];

const oneEvent: Shape = event => [event];

/** How the product stored it until it was one event. */
function eventPerAnswer({ data }: SentenceAnswered): readonly Written[] {
  const { epoch, book, sentence, contentVersion, answers, fragments } = data;
  return answers.flatMap(([question, kind, chosen, right, milliseconds], index): Written[] => [
    {
      type: 'QuestionAnswered',
      data: { epoch, question, kind, book, sentence, chosen, right, milliseconds, contentVersion },
    },
    ...Object.entries(fragments)
      .filter(([, [from, to, first]]) => from !== to && first === index)
      .map(([fragment, [from, to]]) => ({
        type: 'FragmentChanged',
        data: { epoch, fragment, from, to, cause: { kind: 'answer', question, sentence } },
      })),
  ]);
}

/** A sentence nothing of which is known yet: two fragments a word, every fifth word ends a clause. */
function stored(
  words: number,
  shape: Shape,
): { readonly stream: string; readonly events: readonly NewEvent[] } {
  const id = () => randomUUID().replaceAll('-', '').slice(0, 8);
  const endings = [id(), id(), id(), id(), id()];
  const answers = Array.from({ length: words }, (_, word): JudgedAnswer[] => [
    { ...given(id()), kind: 'word', fragments: [id(), endings[word % endings.length] ?? ''] },
    ...(word % 5 === 4 ? [{ ...given(id()), kind: 'clause' as const, fragments: [] }] : []),
  ]).flat();
  const answered = decide(nothingLearned, {
    type: 'answer',
    book: 'platero',
    sentence: id(),
    contentVersion: id(),
    occasion: 'reading',
    answers: [...answers, { ...given(id()), kind: 'sentence', fragments: [] }],
  });
  if (isRefusal(answered)) throw new Error(answered.refused);
  const stream = `vocabulary-${randomUUID().replaceAll('-', '')}-es`;
  const name = { commandId: randomUUID(), actor: randomUUID().replaceAll('-', '') };
  const metadata = { ...name, fingerprint: 'Zm9vYmFyYmF', at: new Date().toISOString(), schema: 1 };
  const events = answered.flatMap(event => (event.type === 'SentenceAnswered' ? shape(event) : []));
  return {
    stream,
    events: events.map(({ type, data }, index) => ({
      id: eventId(stream, name, index),
      type,
      data,
      metadata,
    })),
  };
}

function given(question: string): Omit<JudgedAnswer, 'kind' | 'fragments'> {
  const right = Math.random() < 0.8;
  return { question, chosen: right ? 0 : 1, right, milliseconds: 900 + Math.floor(Math.random() * 9_000) };
}

function bytesOf({ stream, events }: ReturnType<typeof stored>): number {
  return events.reduce(
    (sum, { id, type, data, metadata }) =>
      sum + Buffer.byteLength(stream + id + type + JSON.stringify(data) + JSON.stringify(metadata)),
    0,
  );
}
