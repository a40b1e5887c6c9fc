// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { contactUs } from '../../../facade/contact.ts';
import { providers } from '../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { MessageForm } from './MessageForm.tsx';

test('a message that is sent again because its reply was lost is the same message; a changed one is another', async () => {
  const server = scriptedServer();
  server.on(contactUs, () => {
    throw new TypeError('connection lost');
  });
  const session = await sessionOn(server, null);
  render(<MessageForm about="contact" title="Contact us" />, { wrapper: providers(session).wrapper });
  const user = userEvent.setup();
  const type = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  type('Name', 'Ana');
  type('Email', 'ana@example.org');
  type('Subject', 'Hello');
  type('Message', 'I like it.');
  const send = screen.getByRole('button', { name: 'Send' });
  await user.click(send);
  await screen.findByText('no server response');
  await user.click(send);
  await expect.poll(() => server.requests(contactUs)).toHaveLength(2);
  type('Message', 'I like it much.');
  await user.click(send);
  await expect.poll(() => server.requests(contactUs)).toHaveLength(3);

  const [first, again, changed] = server.requests(contactUs).map(({ commandId }) => commandId);
  expect(again).toBe(first);
  expect(changed).not.toBe(first);
});
