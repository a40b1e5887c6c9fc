/** Data of analytics in the browser. */

const storageKey = 'analytics-devices';

/** All anonymous ids of this browser: each logout starts a new one, and a withdrawal deletes all. */
export function knownDevices(): readonly string[] {
  const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
  return Array.isArray(stored) ? stored.filter(one => typeof one === 'string') : [];
}

export function rememberDevice(device: string): void {
  const devices = knownDevices();
  if (!devices.includes(device))
    localStorage.setItem(storageKey, JSON.stringify([...devices, device].slice(-50)));
}

export function forgetDevices(): void {
  localStorage.removeItem(storageKey);
  forgetRecorded();
}

const recordedKey = 'analytics-recorded';

/** Whether there is a recording whose deletion was not requested. */
export const wasRecorded = () => localStorage.getItem(recordedKey) !== null;
export const rememberRecorded = () => localStorage.setItem(recordedKey, 'yes');
export const forgetRecorded = () => localStorage.removeItem(recordedKey);

/** Deletes mixpanel-browser's cookies, storage and unsent recordings. */
export async function clearTraces(): Promise<void> {
  for (const name of document.cookie.split('; ').map(pair => pair.split('=')[0] ?? '')) {
    if (!name.startsWith('mp_')) continue;
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser.
    document.cookie = `${name}=; path=/; max-age=0`;
  }
  for (const storage of [localStorage, sessionStorage])
    for (const key of Object.keys(storage)) if (/^(__mp|mp_)/.test(key)) storage.removeItem(key);
  await clearRecordings();
}

/** Deletes unsent recordings, and the marker with which one would continue after a reload. */
export async function clearRecordings(): Promise<void> {
  const databases = (await indexedDB.databases?.()) ?? [];
  // Completes at the latest when the page is left, because the client keeps its connection open.
  for (const { name } of databases) if (name?.startsWith('mixpanel')) indexedDB.deleteDatabase(name);
}
