// @vitest-environment jsdom
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Link } from './Link.tsx';

function Here() {
  const { pathname, search, hash } = useLocation();
  return <output>{pathname + search + hash}</output>;
}

function clicked(how: MouseEventInit, onClick?: (event: React.MouseEvent) => void) {
  render(
    <MemoryRouter>
      <Link to="/library?book=b1#top" {...(onClick && { onClick })}>
        Platero
      </Link>
      <Here />
    </MemoryRouter>,
  );
  const link = screen.getByRole('link', { name: 'Platero' });
  expect(link.getAttribute('href')).toBe('/library?book=b1#top');
  const click = createEvent.click(link, { button: 0, ...how });
  fireEvent(link, click);
  return { isOurs: click.defaultPrevented, at: screen.getByRole('status').textContent };
}

test('a click leads to the page without loading the app again', () => {
  expect(clicked({})).toEqual({ isOurs: true, at: '/library?book=b1#top' });
});

test('a click that opens another tab is left to the browser', () => {
  expect(clicked({ ctrlKey: true })).toEqual({ isOurs: false, at: '/' });
});

test('a click that was prevented leads nowhere', () => {
  expect(clicked({}, event => event.preventDefault()).at).toBe('/');
});
