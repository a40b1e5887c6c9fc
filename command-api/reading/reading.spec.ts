import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLastRead } from '../../facade/users.ts';
import { openChapter } from '../../facade/vocabularies.ts';
import { type LearningApp, learningApp } from '../../tooling/testing/learning-app.ts';

let app: LearningApp;
beforeAll(async () => {
  app = await learningApp({ projecting: false });
});
afterAll(() => app?.close());

const last = { bookId: 'cuento', chapter: 1, sentenceId: 's2' };

test('a command id that was used for another request is refused, and nothing is stored', async () => {
  const reader = await app.learner('reusing');
  const commandId = randomUUID();
  const first = await app.call(setLastRead, reader, { body: last, commandId });
  expect(first.status).toBe(200);
  const others = [
    app.call(setLastRead, reader, { body: { ...last, sentenceId: 's3' }, commandId }),
    app.call(openChapter, reader, { body: { bookId: 'cuento', chapter: 1 }, commandId }),
  ];
  for (const { status, failure } of await Promise.all(others))
    expect({ status, field: failure.errorField }).toEqual({ status: 422, field: 'Idempotency-Key' });
  expect(await app.log.readStream(`reading-${reader.id}-cuento`)).toHaveLength(1);

  const { chapter, sentenceId, bookId } = last;
  const again = await app.call(setLastRead, reader, { body: { chapter, sentenceId, bookId }, commandId });
  expect(again).toMatchObject({ status: 200, position: first.position });
});
