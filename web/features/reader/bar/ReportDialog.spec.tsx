// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { reportIssue } from '../../../../facade/contact.ts';
import { addModalDialogs } from '../../../testing/modal-dialogs.ts';
import { providers } from '../../../testing/providers.tsx';
import { scriptedServer, sessionOn } from '../../../testing/scripted-server.ts';
import ReportDialog from './ReportDialog.tsx';

beforeEach(addModalDialogs);

test('after a report its button has the focus, which stays where the reader moves it', async () => {
  const server = scriptedServer();
  const session = await sessionOn(server, 'cervantes');
  server.on(reportIssue, () => ({ message: 'Thank you.', error: false }));
  const { wrapper } = providers(session);
  const dialog = (keys: readonly string[]) => (
    <ReportDialog username="cervantes" email="miguel@correo.es" keys={keys} onClose={() => {}} />
  );
  const { rerender } = render(dialog([]), { wrapper });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Message'), 'A word is missing.');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Read on' }));
  const close = screen.getByRole('button', { name: 'Close' });
  close.focus();
  rerender(dialog(['Platero 1.1.1.1']));
  expect(document.activeElement).toBe(close);
});
