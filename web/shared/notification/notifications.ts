import type { Notice } from './texts.ts';

/** Where persistent notifications are kept: the browser's localStorage. A function, because a browser may refuse to give it. */
export type NotificationStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

const keys = {
  showing: 'notification.showing',
  type: 'notification.type',
  message: 'notification.message',
  fields: 'notification.additionalFields',
} as const;

/** The notification kept from an earlier page load, if there is one that can be read. */
function restored(kept: NotificationStorage): Notice | null {
  try {
    const storage = kept();
    if (storage.getItem(keys.showing) !== 'true') return null;
    const message = storage.getItem(keys.message);
    const type = storage.getItem(keys.type);
    const { username, email }: Readonly<Record<string, unknown>> =
      JSON.parse(storage.getItem(keys.fields) ?? '{}') ?? {};
    if (!message || (type !== 'success' && type !== 'error')) return null;
    if (!isTextOrAbsent(username) || !isTextOrAbsent(email)) return null;
    return { type, message, fields: { username, email } };
  } catch {
    return null;
  }
}

function isTextOrAbsent(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

/** The one notification of the application (spec 4). */
export interface Notifications {
  readonly showing: () => Notice | null;
  readonly subscribe: (listener: () => void) => () => void;
  /** Replaces the notification; persistent by default. */
  readonly set: (notice: Notice, persistent?: boolean) => void;
  readonly clear: () => void;
}

export function createNotifications(kept: NotificationStorage): Notifications {
  let current = restored(kept);
  const listeners = new Set<() => void>();

  function show(notice: Notice | null) {
    current = notice;
    for (const listener of listeners) listener();
  }

  function forget() {
    try {
      for (const key of Object.values(keys)) kept().removeItem(key);
    } catch {
      // Storage is not available.
    }
  }

  return {
    showing: () => current,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set(notice, persistent = true) {
      forget();
      if (persistent) {
        try {
          const storage = kept();
          storage.setItem(keys.type, notice.type);
          storage.setItem(keys.message, notice.message);
          storage.setItem(keys.fields, JSON.stringify(notice.fields));
          storage.setItem(keys.showing, 'true');
        } catch {
          forget();
        }
      }
      show(notice);
    },
    clear() {
      if (current === null) return;
      forget();
      show(null);
    },
  };
}
