// @vitest-environment jsdom
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { addModalDialogs } from '../../testing/modal-dialogs.ts';
import { Dialog } from './Dialog.tsx';

beforeEach(addModalDialogs);

test('what a dialog is about is announced with its title, even if a field takes the focus', () => {
  render(
    <Dialog title="Delete your account?" description="This cannot be undone." onClose={() => {}}>
      <input data-first-focus aria-label="Confirmation" />
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Delete your account?' });
  const described = document.getElementById(dialog.getAttribute('aria-describedby') ?? '');
  expect(described?.textContent).toBe('This cannot be undone.');
  expect(document.activeElement).toBe(screen.getByLabelText('Confirmation'));
});

test('a dialog is hidden at once when it is closed, and closes once', async () => {
  let closed = 0;
  render(
    <Dialog title="Help" onClose={() => (closed += 1)}>
      <p>Read.</p>
    </Dialog>,
  );
  const dialog = screen.getByRole('dialog');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Close' }));
  expect(closed === 1 || 'closing' in dialog.dataset).toBe(true);
  await waitFor(() => expect(closed).toBe(1));
  // Its owner has kept it open.
  expect('closing' in dialog.dataset).toBe(false);
});
