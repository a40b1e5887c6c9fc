import { expect, test } from 'vitest';
import { createNotifications, type NotificationStorage } from './notifications.ts';
import type { Notice } from './texts.ts';

function storage(): NotificationStorage & { readonly size: () => number } {
  const rows = new Map<string, string>();
  return {
    getItem: key => rows.get(key) ?? null,
    setItem: (key, value) => void rows.set(key, value),
    removeItem: key => void rows.delete(key),
    size: () => rows.size,
  };
}
const verified: Notice = { type: 'success', message: 'verified email', fields: { username: 'ana' } };

test('a persistent notification comes back after a reload, until it is cleared', () => {
  const kept = storage();
  createNotifications(kept).set(verified);
  const later = createNotifications(kept);
  expect(later.showing()).toEqual(verified);
  later.clear();
  expect(createNotifications(kept).showing()).toBeNull();
  expect(kept.size()).toBe(0);
});

test('a transient notification also removes a persistent one', () => {
  const kept = storage();
  const notifications = createNotifications(kept);
  notifications.set(verified);
  notifications.set({ type: 'error', message: 'duplicate email', fields: {} }, false);
  expect(notifications.showing()?.message).toBe('duplicate email');
  expect(createNotifications(kept).showing()).toBeNull();
});
