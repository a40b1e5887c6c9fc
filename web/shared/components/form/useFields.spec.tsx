// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useFields } from './useFields.ts';

function Form() {
  const { field, isValid } = useFields({ name: '', message: '' }, ({ name }) => ({
    name: name === '' ? 'missing' : undefined,
  }));
  const { error: _, ...name } = field('name');
  const { error: __, ...message } = field('message');
  return (
    <form>
      <input {...name} />
      <textarea {...message} />
      <button type="submit" disabled={!isValid}>
        Send
      </button>
    </form>
  );
}

test('what was typed into a prerendered form before its code was there is kept, and counts', async () => {
  const root = document.createElement('div');
  document.body.append(root);
  root.innerHTML = renderToString(<Form />);
  const find = <E extends Element>(selector: string) => root.querySelector(selector) as E;
  find<HTMLInputElement>('input').value = 'Sancho';
  await act(async () => void hydrateRoot(root, <Form />));
  expect(find<HTMLInputElement>('input').value).toBe('Sancho');
  expect(find<HTMLButtonElement>('button').disabled).toBe(false);
});
