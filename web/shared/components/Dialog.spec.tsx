// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { Dialog } from './Dialog.tsx';

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = () => {};
});

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
