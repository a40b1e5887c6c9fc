// @vitest-environment jsdom
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { changePreferences } from '../reader/type/preferences.ts';
import { Question } from './Question.tsx';

afterEach(() => changePreferences({ keys: true }));

const question = {
  id: 'q-rosas',
  word: 'w1',
  words: [{ id: 'w1', text: 'rosas', leadingPunctuation: '', trailingPunctuation: '.' }],
  options: [
    { stored: 0, text: 'roses' },
    { stored: 1, text: 'cats' },
  ],
} as Parameters<typeof Question>[0]['question'];

test('a digit answers, unless the learner has turned single keys off', async () => {
  // jsdom lays nothing out.
  Element.prototype.scrollIntoView = () => {};
  changePreferences({ keys: false });
  const answered = vi.fn();
  render(<Question question={question} number={1} busy={false} onAnswer={answered} />);
  const user = userEvent.setup();
  await user.keyboard('1');
  expect(answered).not.toHaveBeenCalled();
  expect(screen.getByRole('region').dataset['keys']).toBe('off');
  act(() => changePreferences({ keys: true }));
  await user.keyboard('2');
  expect(answered).toHaveBeenCalledExactlyOnceWith(1);
});

test('a long sentence shows twelve words before and twelve after the asked one', () => {
  const names = Array.from({ length: 40 }, (_, index) => `w${index}`);
  const words = names.map(id => ({ id, text: id, leadingPunctuation: '', trailingPunctuation: '' }));
  render(
    <Question question={{ ...question, words, word: 'w20' }} number={1} busy={false} onAnswer={() => {}} />,
  );
  const shown = screen.getByText('w20', { selector: 'mark' }).closest('p')?.textContent;
  expect(shown).toBe(`… ${names.slice(8, 33).join(' ')} …`);
});
