import type { RecordedEvent as ServerEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { BEGINNING } from '../log.ts';
import { positionFrom, recordedEvent, revisionFrom, serverPosition } from './translate.ts';

const event: ServerEvent = {
  streamId: 'vocabulary-aa-es',
  id: '00000000-0000-4000-8000-000000000001',
  revision: 3n,
  type: 'FragmentChanged',
  data: { fragment: 'gat' },
  metadata: { commandId: 'c', actor: 'a', at: '2026-11-21T00:00:00.000Z', schema: 1 },
  isJson: true,
  created: new Date(0),
  position: { commit: 900n, prepare: 890n },
};

test('an event has the revision and position of the port', () => {
  expect(recordedEvent(event)).toMatchObject({
    stream: 'vocabulary-aa-es',
    revision: 3,
    position: '00000000000000000900.00000000000000000890',
  });
});

/** What the client makes of data that is no JSON object, and of metadata that is missing or no JSON. */
test.each([
  ['malformed JSON', { data: '{"fragment":' }],
  ['a JSON list', { data: ['gat'] }],
  ['binary data', { data: new Uint8Array([1]), isJson: false }],
  ['no metadata', { metadata: undefined }],
  ['malformed metadata', { metadata: new Uint8Array([123]) }],
])('%s is refused and names the event', (_, wrong) => {
  expect(() => recordedEvent({ ...event, ...wrong } as ServerEvent)).toThrow(
    'FragmentChanged at vocabulary-aa-es@3 is not a JSON object with metadata',
  );
});

test('positions sort as strings in the order of the log, and can be parsed', () => {
  const positions = [9n, 10n, 123_456_789_012n].map(commit => positionFrom({ commit, prepare: commit }));
  expect([BEGINNING, ...positions].toSorted()).toEqual([BEGINNING, ...positions]);
  expect(serverPosition(positions[2] ?? '')).toEqual({ commit: 123_456_789_012n, prepare: 123_456_789_012n });
  expect(() => serverPosition('0000000000000000007')).toThrow('is not a position of an EventStoreDB');
});

test('a revision that is not a safe integer is refused', () => {
  expect(() => revisionFrom(2n ** 53n)).toThrow(RangeError);
});
