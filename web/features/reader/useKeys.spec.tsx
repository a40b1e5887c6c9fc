// @vitest-environment jsdom
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { useKeys } from './useKeys.ts';

function Card({ onContinue }: { onContinue: () => void }) {
  useKeys({ enter: onContinue });
  return (
    <>
      <button type="button">Hear</button>
      <button type="button" data-result="right" aria-disabled>
        he was
      </button>
    </>
  );
}

test('Enter continues from the option that was answered with, and activates every other control', () => {
  const onContinue = vi.fn();
  render(<Card onContinue={onContinue} />);
  fireEvent.keyDown(screen.getByText('Hear'), { key: 'Enter' });
  expect(onContinue).not.toHaveBeenCalled();
  fireEvent.keyDown(screen.getByText('he was'), { key: 'Enter' });
  expect(onContinue).toHaveBeenCalledOnce();
});
