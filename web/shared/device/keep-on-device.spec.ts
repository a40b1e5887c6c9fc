// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { get, keys, set } from 'idb-keyval';
import { expect, test, vi } from 'vitest';
import { sessionMarker } from '../../../facade/session-marker.ts';
import { scriptedServer, sessionOn } from '../../testing/scripted-server.ts';
import { clearDeleted, clearLearner } from './clear.ts';
import { keepOnDevice } from './keep-on-device.ts';
import { forgetPerson, personOnDevice, rememberPerson } from './person.ts';

/** Long enough for a busy machine, in milliseconds. */
const patient = { timeout: 120_000 };

test('after another login in another tab nothing is stored here, until the learner has logged in again', async () => {
  // jsdom has no idle callback; this one runs at once.
  vi.stubGlobal('requestIdleCallback', (act: () => void) => setTimeout(act));
  vi.stubGlobal('cancelIdleCallback', clearTimeout);
  vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionMarker}=1`);
  const session = await sessionOn(scriptedServer(), 'ana');
  const queries = new QueryClient();
  keepOnDevice(session, queries, 'ana');
  const readProfile = (name: string) =>
    queries.fetchQuery({ queryKey: ['profile'], queryFn: () => ({ name }), staleTime: 0 });
  const kept = () => get('reply ana ["profile"]');
  await readProfile('one');
  await vi.waitFor(async () => expect(await kept()).toMatchObject({ data: { name: 'one' } }), patient);

  rememberPerson({ learner: 'eva', username: 'eva', roles: ['user'], subscribed: true });
  dispatchEvent(new StorageEvent('storage', { key: 'learner' }));
  await clearLearner('ana');
  await readProfile('two');
  await session.client.refresh();
  // All writes were requested before this one, and IndexedDB keeps their order.
  await new Promise(resolve => setTimeout(resolve));
  await set('later', 1);
  expect(await keys()).toEqual(['later']);
  expect(personOnDevice()?.learner).not.toBe('ana');

  rememberPerson({ learner: 'ana', username: 'ana', roles: ['user'], subscribed: true });
  dispatchEvent(new StorageEvent('storage', { key: 'learner' }));
  await vi.waitFor(async () => expect(await kept()).toMatchObject({ data: { name: 'two' } }), patient);
});

test('a logout in another tab signs this one out, too, and clears what it stored', async () => {
  const cookie = vi.spyOn(document, 'cookie', 'get').mockReturnValue(`${sessionMarker}=1`);
  const session = await sessionOn(scriptedServer(), 'isabel');
  keepOnDevice(session, new QueryClient(), 'isabel');
  await set('reply isabel ["profile"]', {});
  cookie.mockReturnValue('');
  forgetPerson();
  dispatchEvent(new StorageEvent('storage', { key: 'learner' }));
  expect(session.auth().status).toBe('signed-out');
  await vi.waitFor(async () => expect(await get('reply isabel ["profile"]')).toBeUndefined(), patient);
});

test('deleting an account clears all of its data on the device, unsent commands included', async () => {
  localStorage.setItem('unsent', JSON.stringify({ ana: 'An answer waits' }));
  for (const key of ['outbox ana', 'review answer ana 1', 'reply ana ["profile"]', 'outbox eva'])
    await set(key, []);
  await clearDeleted('ana');
  expect(await keys()).toEqual(['outbox eva']);
  expect(localStorage.getItem('unsent')).toBeNull();
});
