import { expect, test } from 'vitest';
import { masked } from './masking.ts';
import { isRecordable } from './recordable.ts';

test('text in attributes is masked, and addresses lose query and hash', () => {
  const button = {
    type: 2,
    tagName: 'button',
    attributes: { 'aria-label': 'sancho', class: 'a' },
    childNodes: [],
  };
  const page = { type: 2, tagName: 'a', attributes: { href: '/x?token=1#2' }, childNodes: [button] };
  const hidden = { ...button, attributes: { 'aria-label': '******', class: 'a' } };
  const cut = { ...page, attributes: { href: '/x' }, childNodes: [hidden] };
  expect(masked({ type: 2, timestamp: 1, data: { node: page } })).toEqual({
    type: 2,
    timestamp: 1,
    data: { node: cut },
  });
  const changed = {
    source: 0,
    adds: [{ parentId: 1, node: page }],
    attributes: [{ id: 1, attributes: { title: 'ab' } }],
  };
  expect(masked({ type: 3, timestamp: 1, data: changed }).data).toEqual({
    source: 0,
    adds: [{ parentId: 1, node: cut }],
    attributes: [{ id: 1, attributes: { title: '**' } }],
  });
  expect(masked({ type: 4, timestamp: 1, data: { href: 'https://a.example/b?c#d' } }).data).toEqual({
    href: 'https://a.example/b',
  });
});

test('pages of accounts, of payments and with forms about a person are never recorded', () => {
  for (const path of ['/', '/faq', '/library', '/sv/pu5nd2/1']) expect(isRecordable(path)).toBe(true);
  for (const path of [
    ...['/login', '/sign-up', '/profile', '/settings', '/subscription', '/contact', '/report-issue'],
    ...['/admin', '/desk', '/verify-email', '/reset-password', '/confirm-email', '/nowhere', '/library/x'],
  ])
    expect(isRecordable(path)).toBe(false);
});
