// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { BodyOf } from '../../../facade/endpoint.ts';
import { profile, setSetting } from '../../../facade/users.ts';
import { maria } from '../../testing/profile.ts';
import { providers } from '../../testing/providers.tsx';
import { failure, scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import Settings from './Settings.tsx';

test('a setting that the server refuses goes back by itself: one that was changed meanwhile stays', async () => {
  const server = scriptedServer();
  const refused = Promise.withResolvers<Response>();
  server.on(profile, () => maria);
  server.on(setSetting, ({ body }) => (body.setting === 'autoPlayWordTTS' ? refused.promise : body));
  const session = await sessionOn(server, 'maria');
  render(<Settings />, { wrapper: providers(session).wrapper });
  const user = userEvent.setup();
  const word = await screen.findByRole<HTMLInputElement>('switch', { name: /^Word audio/ });
  const sentence = screen.getByRole<HTMLInputElement>('switch', { name: /^Sentence audio/ });
  await user.click(word);
  await user.click(sentence);
  expect([word.checked, sentence.checked]).toEqual([true, true]);
  refused.resolve(failure(422, 'no'));
  await screen.findByText('This could not be saved. Please try again.');
  expect([word.checked, sentence.checked]).toEqual([false, true]);
  await expect
    .poll(() => server.requests(setSetting).map(({ body }) => body.setting))
    .toEqual(['autoPlayWordTTS', 'autoPlaySentenceTTS']);
});

test('after several choices of one setting the page shows the one that is stored, whichever were refused', async () => {
  const server = scriptedServer();
  const replies: PromiseWithResolvers<Response | BodyOf<typeof setSetting>>[] = [];
  server.on(profile, () => maria);
  server.on(setSetting, () => {
    const reply = Promise.withResolvers<Response | BodyOf<typeof setSetting>>();
    replies.push(reply);
    return reply.promise;
  });
  const session = await sessionOn(server, 'maria');
  render(<Settings />, { wrapper: providers(session).wrapper });
  const user = userEvent.setup();
  const all = await screen.findByRole<HTMLInputElement>('radio', { name: 'All that come' });
  const choose = (name: string) => user.click(screen.getByRole('radio', { name }));
  const chosen = () => screen.getAllByRole<HTMLInputElement>('radio').filter(({ checked }) => checked);
  const reply = async (number: number, said: 'refused' | 'stored') => {
    await expect.poll(() => replies.length).toBe(number);
    const body = server.requests(setSetting)[number - 1]?.body;
    if (body) replies[number - 1]?.resolve(said === 'stored' ? body : failure(422, 'no'));
  };

  // Nothing was stored.
  await choose('40');
  await choose('20');
  await reply(1, 'refused');
  await reply(2, 'refused');
  await expect.poll(() => chosen()).toContain(all);

  // The first choice of 40 was refused, the second one is stored.
  await choose('40');
  await choose('20');
  await choose('40');
  await reply(3, 'refused');
  await reply(4, 'refused');
  await reply(5, 'stored');
  await choose('10');
  await reply(6, 'refused');
  await expect.poll(() => chosen()).toContain(screen.getByRole('radio', { name: '40' }));
});
