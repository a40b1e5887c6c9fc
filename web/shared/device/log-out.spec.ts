// @vitest-environment jsdom
import { get, keys } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import { logout } from '../../../facade/identity.ts';
import { answerQuestions } from '../../../facade/vocabularies.ts';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { heldAnswer, holdAnswer } from '../outbox/held-answer.ts';
import type { Message } from '../outbox/outbox.ts';
import { logOut } from './log-out.ts';

/** A logout while the last answer of a review is held back. */

const answer: Message = {
  kind: 'answers',
  id: '0199a000-0000-7000-8000-000000000001',
  group: '1',
  body: {
    bookId: 'cuento',
    chapter: 1,
    sentenceId: 's1',
    contentVersion: 'v1',
    occasion: 'review',
    answers: [{ question: 'q1', chosen: 0, milliseconds: 900 }],
  },
};

beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => {}));

async function logOutWith(learner: string, reply: () => Response) {
  const server = scriptedServer();
  server.on(answerQuestions, reply);
  server.on(logout, () => Response.json({}));
  const session = await sessionOn(server, learner);
  await holdAnswer(learner, answer);
  await logOut(session);
  return server;
}

test('a logout sends the held answer, and clears the device', async () => {
  const server = await logOutWith('ana', () => Response.json({ right: 1, wrong: 0, unfit: [] }));
  expect(server.requests(answerQuestions).map(({ commandId }) => commandId)).toEqual([answer.id]);
  expect(await heldAnswer('ana')).toBeUndefined();
  expect(await get('outbox ana')).toEqual([]);
  expect(localStorage.getItem('unsent')).toBeNull();
});

test('a logout without a connection keeps the held answer and reports it', async () => {
  await logOutWith('eva', () => failure(503, 'not now'));
  expect(await get('outbox eva')).toMatchObject([{ id: answer.id }]);
  expect(localStorage.getItem('unsent')).toContain('The answers of 1 sentence wait');
  expect(await keys()).toContain('outbox eva');
});
