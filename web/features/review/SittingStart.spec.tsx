// @vitest-environment jsdom
import { cleanup, render, screen } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { SittingStart } from './SittingStart.tsx';

const figures = { due: 3, tomorrow: 0, secondsPerAnswer: null, fitted: null };

function shown(changed: Partial<ComponentProps<typeof SittingStart>>) {
  render(
    <MemoryRouter>
      <SittingStart
        figures={figures}
        mistakesOf={undefined}
        chosen={false}
        starting="no"
        onward={undefined}
        onStart={() => {}}
        {...changed}
      />
    </MemoryRouter>,
  );
}

const everybodys = /^Words come back when most people would forget them\. After about 400 answers/;

test.each([0, 3])('a review says which schedule it follows, with %d fragments due', due => {
  shown({ figures: { ...figures, due } });
  expect(screen.getByText(everybodys)).toBeDefined();
});

test('a fitted schedule shows its date, the number of answers, and that guesses are excluded', () => {
  const since = new Date(new Date().getFullYear(), 4, 3).toISOString();
  shown({ figures: { ...figures, fitted: { since, answers: 1_240 } } });
  expect(
    screen.getByText(
      'When a word comes back follows your own memory since 3 May: worked out from 1,240 of your answers, lucky guesses set aside.',
    ),
  ).toBeDefined();
});

test('the page says when the default schedule fits better', () => {
  shown({ figures: { ...figures, fitted: { since: null, answers: 1_240 } } });
  expect(
    screen.getByText(/most people would forget them\. That fits 1,240 of your answers best\.$/),
  ).toBeDefined();
});

test('when the learner chose what is asked, no schedule is mentioned', () => {
  shown({ chosen: true });
  expect(screen.queryByText(everybodys)).toBeNull();
});

test('who chose what is asked begins with all of it; otherwise with twenty', () => {
  const all = { ...figures, due: 20 };
  shown({ figures: all, chosen: true });
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).labels?.[0]?.textContent).toMatch(
    /^All 20/,
  );
  screen.getByText(/^Twenty fragments are to be learned, .+ One question can ask for several of them\.$/);
  cleanup();
  shown({ figures: { ...figures, due: 21 } });
  expect(screen.getByRole<HTMLInputElement>('radio', { checked: true }).labels?.[0]?.textContent).toMatch(
    /^20/,
  );
});
