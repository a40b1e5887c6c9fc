// @vitest-environment jsdom
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { MemoryRouter, useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useAddress } from './useAddress.ts';

function opened(address: string) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MemoryRouter initialEntries={['/library', address]}>{children}</MemoryRouter>
  );
  const { result } = renderHook(
    () => {
      const [address, change] = useAddress();
      return { address, change, routed: useLocation().search, navigate: useNavigate() };
    },
    { wrapper },
  );
  return result;
}

const withQuery = (name: string, value: string) => (now: URLSearchParams) => {
  now.set(name, value);
  return now;
};

test('changes of the address are here at once, and all of them with the router later', async () => {
  const page = opened('/vocabulary?sort=due');
  act(() => {
    page.current.change(withQuery('q', 'pan'));
    page.current.change(withQuery('state', 'known'));
  });
  expect(page.current.address).toBe('sort=due&q=pan&state=known');
  expect(page.current.routed).toBe('?sort=due');
  await waitFor(() => expect(page.current.routed).toBe('?sort=due&q=pan&state=known'));
  expect(page.current.address).toBe('sort=due&q=pan&state=known');
});

test('a change from outside is followed', async () => {
  const page = opened('/vocabulary');
  act(() => void page.current.navigate('/vocabulary?q=sol'));
  expect(page.current.address).toBe('q=sol');
});
