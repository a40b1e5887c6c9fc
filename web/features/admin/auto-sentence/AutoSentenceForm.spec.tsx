// @vitest-environment jsdom
import { act, fireEvent, render } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { addSentence } from '../../../../facade/books.ts';
import { providers } from '../../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import { AutoSentenceForm } from './AutoSentenceForm.tsx';

afterEach(() => void vi.useRealTimers());

test('nothing more is sent once the page is left', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'jefa');
  server.on(addSentence, () => ({ message: 'added', isError: false }));
  const { wrapper } = providers(session);
  const { container, unmount } = render(<AutoSentenceForm place={{ open: true, onToggle: () => {} }} />, {
    wrapper,
  });
  const files = ['1.json', '2.json', '3.json', '4.json'].map(name => {
    const text = JSON.stringify({ meta: { position: 1 }, wordInstances: [{ text: name }] });
    // jsdom's files have no text().
    return Object.assign(new File([text], name), { text: async () => text });
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  fireEvent.change(container.querySelector('input[type=file]') as HTMLInputElement, { target: { files } });
  const sent = () => server.requests(addSentence).length;
  /** Lets replies come, and pauses end. */
  const goOn = () =>
    act(async () => {
      await new Promise(setImmediate);
      await vi.advanceTimersByTimeAsync(1_000);
    });
  while (sent() < 2) await goOn();
  unmount();
  for (let turn = 0; turn < 50; turn++) await goOn();
  expect(sent()).toBe(2);
});
