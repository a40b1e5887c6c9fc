import { expect, test } from 'vitest';
import { eventId, uuidOf } from './event-ids.ts';

test('an event id is the same for the same command, in every version; each part makes another one', () => {
  const command = { actor: 'ana', commandId: '0199a000-0000-7000-8000-000000000001' };
  const id = eventId('vocabulary-ana-es', command, 0);
  // Stored: a repeated command is recognised by it.
  expect(id).toBe('38686e1d-6ab6-82f9-a077-8647161b6d58');
  expect(eventId('vocabulary-ana-es', { ...command }, 0)).toBe(id);
  const others = [
    eventId('vocabulary-ana-la', command, 0),
    eventId('vocabulary-ana-es', { ...command, actor: 'eva' }, 0),
    eventId('vocabulary-ana-es', { ...command, commandId: '0199a000-0000-7000-8000-000000000002' }, 0),
    eventId('vocabulary-ana-es', command, 1),
  ];
  expect(new Set([id, ...others]).size).toBe(5);
});

test('parts are not joined: where one ends and the next begins makes another id', () => {
  expect(uuidOf(['ab', 'c'])).not.toBe(uuidOf(['a', 'bc']));
  expect(uuidOf([1])).not.toBe(uuidOf(['1']));
});
