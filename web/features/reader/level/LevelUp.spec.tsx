// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { addModalDialogs } from '../../../testing/modal-dialogs.ts';
import LevelUp from './LevelUp.tsx';

beforeEach(() => {
  vi.useFakeTimers();
  addModalDialogs();
});
afterEach(() => vi.useRealTimers());

function party({ calm = false, still = false } = {}) {
  window.matchMedia = () => ({ matches: calm }) as MediaQueryList;
  const [onStill, onEnd] = [vi.fn(), vi.fn()];
  const view = render(<LevelUp level="A0.2" still={still} onStill={onStill} onEnd={onEnd} />);
  return { onStill, onEnd, view };
}

test('the celebration ends after ten seconds, and not before', () => {
  const { onEnd } = party();
  vi.advanceTimersByTime(9_999);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('Escape and the button stop the confetti, but not the celebration', () => {
  const { onStill, onEnd, view } = party();
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }));
  fireEvent.click(screen.getByRole('button', { name: 'Stop the confetti' }));
  expect(onStill).toHaveBeenCalledTimes(2);
  expect(onEnd).not.toHaveBeenCalled();
  view.rerender(<LevelUp level="A0.2" still onStill={onStill} onEnd={onEnd} />);
  expect(view.container.ownerDocument.querySelector('canvas')).toBeNull();
  screen.getByText('You have reached A0.2');
});

test('with reduced motion there is no confetti', () => {
  const { view } = party({ calm: true });
  expect(view.container.ownerDocument.querySelector('canvas')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Stop the confetti' })).toBeNull();
});

test('the question has the focus after it, because what had it before has gone', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    '<main><h2 tabindex="-1">What does lugar mean here?</h2></main>',
  );
  Element.prototype.scrollIntoView = () => {};
  const { view } = party();
  view.unmount();
  await vi.advanceTimersByTimeAsync(500);
  expect(document.activeElement?.tagName).toBe('H2');
  document.querySelector('main')?.remove();
});
