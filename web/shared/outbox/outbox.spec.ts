import { expect, test, vi } from 'vitest';
import { CallFailure } from '../../../facade/client/failure.ts';
import { createOutbox, type Message, type OutboxNews, type Sent } from './outbox.ts';
import { outcomeOf, sendMessage } from './send.ts';

const lastRead = (id: string, group = id): Message => ({
  id,
  group,
  kind: 'last read',
  body: { bookId: 'b', chapter: 1, sentenceId: id },
});
const refused: Sent = { outcome: 'refused', message: 'no', contentChanged: false };
const later: Sent = { outcome: 'later' };

/** An outbox on a list, with a network controlled by the test. */
function office(kept: Message[] = []) {
  let queue: readonly Message[] = kept;
  let network: (command: Message) => Sent | Promise<Sent> = () => ({ outcome: 'delivered' });
  let exclusively = (work: () => Promise<void>) => work();
  const sent: string[] = [];
  const news: OutboxNews[] = [];
  const outbox = createOutbox({
    store: {
      read: async () => queue,
      change: async change => {
        queue = change(queue);
      },
    },
    send: async command => {
      sent.push(command.id);
      return network(command);
    },
    exclusively: work => exclusively(work),
  });
  outbox.onNews(item => news.push(item));
  return {
    outbox,
    sent,
    news,
    waiting: () => queue.map(({ id }) => id),
    answerWith: (answer: typeof network) => {
      network = answer;
    },
    lockWith: (lock: typeof exclusively) => {
      exclusively = lock;
    },
    /** From now on no reply comes before the test gives it. */
    hang: () => {
      const { promise, resolve } = Promise.withResolvers<Sent>();
      network = () => promise;
      return resolve;
    },
  };
}

test('commands are sent in order, each once', async () => {
  const { outbox, sent, waiting, news } = office();
  await Promise.all([outbox.add([lastRead('a'), lastRead('b')]), outbox.add([lastRead('c')])]);
  await outbox.flush();
  expect(sent).toEqual(['a', 'b', 'c']);
  expect(waiting()).toEqual([]);
  expect(news.reduce((sum, item) => sum + (item.type === 'emptied' ? item.delivered : 0), 0)).toBe(3);
});

test('a command that fails stays first and is sent again under the same id', async () => {
  const { outbox, sent, answerWith } = office();
  answerWith(() => later);
  await outbox.add([lastRead('a'), lastRead('b')]);
  await outbox.flush();
  expect(outbox.state()).toEqual({ waiting: 2, actions: 2, stalled: true, refused: [] });
  expect(sent).not.toContain('b');
  sent.length = 0;
  answerWith(() => ({ outcome: 'delivered' }));
  await outbox.flush();
  expect(sent).toEqual(['a', 'b']);
  expect(outbox.state()).toEqual({ waiting: 0, actions: 0, stalled: false, refused: [] });
});

test('a lock that the browser refuses rejects nothing: the command waits and is sent at the next attempt', async () => {
  const { outbox, sent, lockWith } = office();
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  lockWith(async () => {
    throw new DOMException('The document is not active.', 'InvalidStateError');
  });
  await outbox.add([lastRead('a')]);
  await outbox.flush();
  expect(logged).toHaveBeenCalled();
  logged.mockRestore();
  expect(outbox.state()).toMatchObject({ waiting: 1, stalled: true });
  lockWith(work => work());
  await outbox.flush();
  expect(sent).toEqual(['a']);
  expect(outbox.state()).toMatchObject({ waiting: 0, stalled: false });
});

test('what the learner did is counted by sentence and mark, and an opened chapter is not', async () => {
  const { outbox, answerWith } = office();
  answerWith(() => later);
  const opened: Message = { id: 'o', group: 'o', kind: 'opened', body: { bookId: 'b', chapter: 1 } };
  const undo: Message = { id: 'u', group: 'u', kind: 'undo', body: { languageId: 'es', commandId: 'c' } };
  await outbox.add([opened]);
  await outbox.flush();
  expect(outbox.state()).toMatchObject({ waiting: 1, actions: 0, stalled: true });
  await outbox.add([lastRead('a', 'sentence'), lastRead('b', 'sentence')]);
  await outbox.add([undo]);
  await outbox.flush();
  expect(outbox.state()).toMatchObject({ waiting: 4, actions: 2, stalled: true });
});

test('a command whose reply does not come is told as waiting, and is not sent a second time meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { outbox, sent, waiting, hang } = office();
    const reply = hang();
    await outbox.add([lastRead('a')]);
    await vi.waitFor(() => expect(sent).toEqual(['a']));
    expect(outbox.state()).toMatchObject({ waiting: 1, stalled: false });
    await vi.advanceTimersByTimeAsync(5_000);
    expect(outbox.state()).toMatchObject({ waiting: 1, actions: 1, stalled: true });
    void outbox.flush();
    reply({ outcome: 'delivered' });
    await outbox.flush();
    expect(sent).toEqual(['a']);
    expect(waiting()).toEqual([]);
    expect(outbox.state()).toEqual({ waiting: 0, actions: 0, stalled: false, refused: [] });
  } finally {
    vi.useRealTimers();
  }
});

test('a refused command is kept for the learner, and the next ones are sent', async () => {
  const { outbox, sent, news, waiting, answerWith } = office();
  answerWith(({ id }) => (id === 'a' ? refused : { outcome: 'delivered' }));
  await outbox.add([lastRead('a', 'sentence'), lastRead('b', 'sentence')]);
  await outbox.flush();
  expect(sent).toEqual(['a', 'b']);
  expect(news).toEqual([
    { type: 'refused', command: lastRead('a', 'sentence'), contentChanged: false },
    { type: 'emptied', delivered: 1, refused: true },
  ]);
  expect(waiting()).toEqual(['a']);
  expect(outbox.state().refused).toEqual([{ ...lastRead('a', 'sentence'), refused: 'no' }]);
});

test('a refused command is sent again or removed on request', async () => {
  const { outbox, sent, waiting, answerWith } = office([{ ...lastRead('a'), refused: 'no' }, lastRead('b')]);
  await outbox.flush();
  expect(sent).toEqual(['b']);
  expect(outbox.state().refused).toHaveLength(1);
  answerWith(() => refused);
  await outbox.retryRefused();
  expect(sent).toEqual(['b', 'a']);
  expect(outbox.state().refused).toHaveLength(1);
  await outbox.dismissRefused();
  expect(waiting()).toEqual([]);
  expect(outbox.state()).toEqual({ waiting: 0, actions: 0, stalled: false, refused: [] });
});

test('when the content changed, the last-read after the answers is refused too', async () => {
  const { outbox, sent, waiting, answerWith } = office();
  answerWith(({ id }) => (id === 'a' ? { ...refused, contentChanged: true } : { outcome: 'delivered' }));
  await outbox.add([lastRead('a', 'sentence'), lastRead('b', 'sentence'), lastRead('c', 'another')]);
  await outbox.flush();
  expect(sent).toEqual(['a', 'c']);
  expect(waiting()).toEqual(['a', 'b']);
});

test('commands of an earlier visit are sent first', async () => {
  const { outbox, sent } = office([lastRead('old')]);
  await outbox.add([lastRead('new')]);
  await outbox.flush();
  expect(sent).toEqual(['old', 'new']);
});

test('only a reply about the command itself is a refusal', () => {
  const http = (status: number, errorField?: string) =>
    outcomeOf(
      new CallFailure('HTTP', { status, body: { message: 'm', ...(errorField ? { errorField } : {}) } }),
    ).outcome;
  expect(outcomeOf(new CallFailure('FETCH_ERROR')).outcome).toBe('later');
  expect(outcomeOf(new CallFailure('PARSING_ERROR', { status: 200 })).outcome).toBe('later');
  expect([401, 403, 409, 429, 500, 503].map(status => http(status))).toEqual(Array(6).fill('later'));
  expect([400, 402, 404, 422].map(status => http(status))).toEqual(Array(4).fill('refused'));
  // Nothing is left of what an undo names: no later attempt finds more.
  expect(http(409, 'commandId')).toBe('refused');
  expect(
    outcomeOf(
      new CallFailure('HTTP', {
        status: 409,
        body: { message: 'content changed', errorField: 'contentVersion' },
      }),
    ),
  ).toEqual({ outcome: 'refused', message: 'content changed', contentChanged: true });
});

test('answers of a sentence that another tab was first to answer are reported, and not sent again', async () => {
  const failure = new CallFailure('HTTP', {
    status: 422,
    body: { message: 'this Idempotency-Key was used for another request', errorField: 'Idempotency-Key' },
  });
  const client = { call: () => Promise.reject(failure), refresh: () => Promise.reject(failure) };
  const body = { bookId: 'b', chapter: 1, sentenceId: 's', contentVersion: 'v', answers: [] };
  const sent = await sendMessage(client, { id: 'a', group: 'a', kind: 'answers', body }, () => true);
  expect(sent).toEqual({
    outcome: 'delivered',
    lost: 'the sentence was answered in another tab. Those answers count.',
  });
});

test('answers that do not fit a corrected chapter are reported, and not sent again', async () => {
  const { outbox, sent, answerWith } = office();
  answerWith(() => ({ outcome: 'delivered', lost: 'one no longer fits' }));
  await outbox.add([lastRead('a')]);
  await outbox.flush();
  expect(outbox.state()).toMatchObject({ waiting: 0, refused: [{ id: 'a', refused: 'one no longer fits' }] });
  await outbox.retryRefused();
  expect(sent).toEqual(['a']);
  expect(outbox.state().refused).toHaveLength(1);
  await outbox.dismissRefused();
  expect(outbox.state().refused).toEqual([]);
});
