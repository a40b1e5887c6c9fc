import { expect, test } from 'vitest';
import { formatLogPosition, parseLogPosition, shortLogId } from './log-position.ts';

test('positions of both kinds of logs can be formatted and parsed', () => {
  const log = shortLogId('3F2A91BC-0000-4000-8000-000000000000');
  for (const position of ['0000000000000000042', '00000000000000000900.00000000000000000890'])
    expect(parseLogPosition(formatLogPosition({ log, position }))).toEqual({ log: '3f2a91bc', position });
});

test.each(['', 'zzz', '42', '3f2a91bc:', '3f2a91bc:zzz', ':42', '3f2a91b:42', `3f2a91bc:${'9'.repeat(51)}`])(
  '%j is no position',
  text => expect(parseLogPosition(text)).toBeUndefined(),
);
