import { expect, test } from 'vitest';
import { createNotifications, type NotificationStorage } from './notifications.ts';
import type { Notice } from './texts.ts';

function storage() {
  const rows = new Map<string, string>();
  const kept: NotificationStorage = () => ({
    getItem: key => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
    removeItem: key => void rows.delete(key),
  });
  return { kept, size: () => rows.size };
}
const verified: Notice = { type: 'success', message: 'verified email', fields: { username: 'ana' } };

test('a persistent notification comes back after a reload, until it is cleared', () => {
  const { kept, size } = storage();
  createNotifications(kept).set(verified);
  const later = createNotifications(kept);
  expect(later.showing()).toEqual(verified);
  later.clear();
  expect(createNotifications(kept).showing()).toBeNull();
  expect(size()).toBe(0);
});

test('a transient notification also removes a persistent one', () => {
  const { kept } = storage();
  const notifications = createNotifications(kept);
  notifications.set(verified);
  notifications.set({ type: 'error', message: 'duplicate email', fields: {} }, false);
  expect(notifications.showing()?.message).toBe('duplicate email');
  expect(createNotifications(kept).showing()).toBeNull();
});

test('where the browser gives no storage, a notification lasts as long as the page', () => {
  const notifications = createNotifications(() => {
    throw new DOMException('Access is denied for this document.', 'SecurityError');
  });
  notifications.set(verified);
  expect(notifications.showing()).toEqual(verified);
  notifications.clear();
  expect(notifications.showing()).toBeNull();
});
