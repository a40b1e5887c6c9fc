import { expect, test } from 'vitest';
import { isReserved } from './usernames.ts';

test.each([
  ...['admin', 'Admin1', 'ADMIN', 'adm1n', '4dmin', 'adrnin', 'admiin', 'admin2026', 'root', 'r00t', 'null'],
  ...['support', 'supp0rt', 'Support24', 'team', 'camino', 'cam1no', 'moderator', 'undefined', 'postmaster'],
])('%s is reserved', name => {
  expect(isReserved(name)).toBe(true);
});

test.each([
  'maria',
  'Adam',
  'Rooty',
  'administra',
  'Maria1605',
  'roberto',
  'Helpa',
  'modesto',
  'Memo',
  'testa',
])('%s is free', name => {
  expect(isReserved(name)).toBe(false);
});
