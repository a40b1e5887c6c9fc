import { expect, test } from 'vitest';
import { createOutbox, type Message, type MessageStore, type Sent } from './outbox.ts';

const message = (id: string): Message => ({
  kind: 'last read',
  id,
  body: { bookId: 'b', chapter: 1, sentenceId: id },
});

function kept(initial: readonly Message[] = []): MessageStore & { messages: readonly Message[] } {
  return {
    messages: initial,
    async load() {
      return this.messages;
    },
    async save(messages) {
      this.messages = messages;
    },
  };
}

function server(answer: (id: string) => Sent = () => ({ outcome: 'taken' })) {
  const got: string[] = [];
  return {
    got,
    send: async ({ id }: Message) => {
      const sent = answer(id);
      if (sent.outcome === 'taken') got.push(id);
      return sent;
    },
  };
}

test('messages are kept before they are sent, go in order, and leave when they are taken', async () => {
  const store = kept();
  const { got, send } = server();
  const outbox = createOutbox(store, async one => {
    expect(store.messages.map(({ id }) => id)).toContain(one.id);
    return send(one);
  });
  await outbox.add([message('a'), message('b')]);
  expect(got).toEqual(['a', 'b']);
  expect(store.messages).toEqual([]);
});

test('without a connection they wait, through a reload, and the first that cannot go holds the others back', async () => {
  const store = kept();
  const offline = createOutbox(store, async () => ({ outcome: 'later' }));
  await offline.add([message('a')]);
  await offline.add([message('b')]);
  expect(offline.waiting()).toBe(2);
  const { got, send } = server();
  const reloaded = createOutbox(store, send);
  await reloaded.add([message('c')]);
  expect(got).toEqual(['a', 'b', 'c']);
  expect(store.messages).toEqual([]);
});

test('a refused message leaves the queue and is shown, and the next one goes', async () => {
  const { got, send } = server(id =>
    id === 'a' ? { outcome: 'refused', reason: 'content changed' } : { outcome: 'taken' },
  );
  const outbox = createOutbox(kept(), send);
  await outbox.add([message('a'), message('b')]);
  expect(got).toEqual(['b']);
  expect(outbox.refusal()).toBe('content changed');
  outbox.dismiss();
  expect(outbox.refusal()).toBeNull();
});
