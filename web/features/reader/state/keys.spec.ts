import { expect, test } from 'vitest';
import { begun, given } from '../testing/machine.ts';
import { readerKeys } from './keys.ts';

test('Escape leaves a panel closed that was opened and is not rendered yet, also without single keys', () => {
  const rendered = given()(...begun).state;
  const { escape: leave } = readerKeys(rendered, { isAdmin: false, singleKeys: false });
  const opened = given()(...begun, { type: 'opened', dialog: 'type' });
  expect(opened.state.dialog).not.toBeNull();
  expect(opened.when(...(leave ? [leave] : [])).dialog).toBeNull();
});
