// @vitest-environment jsdom
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Figure } from './Figure.tsx';

const query = { data: 2, error: null, isFetching: false, refetch: async () => ({}) as never };
const drawn: string[] = [];

function Chosen() {
  const [chosen, setChosen] = useState('chart');
  const tools = (
    <button type="button" aria-pressed={chosen === 'table'} onClick={() => setChosen('table')}>
      Table
    </button>
  );
  return (
    <Figure title="What you know" tools={tools} query={query}>
      {data => {
        drawn.push(`${chosen} at ${document.querySelector('button')?.getAttribute('aria-pressed')}`);
        return <p>{`a ${chosen} of ${data}`}</p>;
      }}
    </Figure>
  );
}

test('a chosen option is pressed before the content that it changes is drawn', async () => {
  render(<Chosen />);
  screen.getByText('a chart of 2');
  drawn.length = 0;
  await userEvent.setup().click(screen.getByRole('button', { name: 'Table' }));
  await screen.findByText('a table of 2');
  expect(new Set(drawn)).toEqual(new Set(['table at true']));
});
