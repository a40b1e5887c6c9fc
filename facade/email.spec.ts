import fc from 'fast-check';
import addressparser from 'nodemailer/lib/addressparser';
import { expect, test } from 'vitest';
import { isEmail, mailboxOf } from './email.ts';

test.each([
  ['ana@b.es', 'ana@b.es'],
  [' Ana.Maria+Libro@Correo.Example.COM ', 'ana.maria+libro@correo.example.com'],
  ['ana@España.es', 'ana@xn--espaa-rta.es'],
  ['ana@ESPAÑA.es', 'ana@xn--espaa-rta.es'],
  ["o'brien@x.es", "o'brien@x.es"],
])('%s is the mailbox %s', (typed, mailbox) => {
  expect(mailboxOf(typed)).toBe(mailbox);
});

test.each([
  ...['', 'a@b', '@b.es', 'a@.es', 'a b@c.es', 'a@@b.es', 'a@b..es', 'a..b@c.es', '.a@b.es', 'a.@b.es'],
  ...['x,victim@x.es', 'a<victim@x.es>', '(c)a@z.es', 'group:b@x.es', 'a@x.es>', '"a b"@x.es', 'a;b@x.es'],
  ...['a\u200b@x.es', 'a@x\u200b.es', 'a\r\nBcc: b@x.es', 'a@x.es\u0000', 'ñ@x.es', 'a@[127.0.0.1]'],
  ...['a@x.es/..', 'a@x.es:25', 'a@127.0.0.1', `${'a'.repeat(65)}@x.es`, `a@${'b.'.repeat(130)}es`],
])('%j is no address', typed => {
  expect(isEmail(typed)).toBe(false);
});

test('an accepted address means the same single mailbox to a mail program', () => {
  const pieces = fc.constantFrom(
    'a',
    'B',
    '@',
    '.',
    ',',
    '<',
    '>',
    '(',
    ')',
    ':',
    ';',
    '"',
    ' ',
    '\t',
    'ñ',
    '-',
  );
  fc.assert(
    fc.property(fc.string({ unit: pieces, maxLength: 14 }), start => {
      for (const typed of [start, `${start}@x.es`, `a@${start}.es`]) {
        const mailbox = mailboxOf(typed);
        if (mailbox === null) continue;
        expect(addressparser(mailbox)).toEqual([{ address: mailbox, name: '' }]);
        expect(mailboxOf(mailbox)).toBe(mailbox);
      }
    }),
    { numRuns: 3_000 },
  );
});
