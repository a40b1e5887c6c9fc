import { expect, test } from 'vitest';
import { ledgerProblems, rowsOf } from './specification.ts';

const read = (path: string) =>
  ({ 'web/login': '', 'web/login/Login.spec.tsx': "test('Enter logs in | or not', () => {})" })[path];

test('a row that names what exists is right, with or without a test', () => {
  const ledger = `| # | requirement |\n|---|---|
| 1.1 | Log in | works | \`web/login\` | \`web/login/Login.spec.tsx\`: Enter logs in \\| or not |
| 1.2 | Log out | missing | \`web/login\` | - |`;
  expect(rowsOf(ledger)).toHaveLength(2);
  expect(ledgerProblems(ledger.replace('\\| or not', ''), read)).toEqual([]);
});

test('a state nobody knows, a file or test that is not there, a row that stands twice', () => {
  const row = (number: string, state: string, where: string, spec: string) =>
    `| ${number} | x | ${state} | \`${where}\` | ${spec} |`;
  const ledger = [
    row('1.1', 'done', 'web/login', '-'),
    row('1.2', 'works', 'web/nowhere', '-'),
    row('1.3', 'works', 'web/login', '`web/login/Logout.spec.tsx`'),
    row('1.4', 'works', 'web/login', '`web/login/Login.spec.tsx`: Escape logs out'),
    row('1.4', 'works', 'web/login', '`web/login/Login.spec.tsx`'),
  ].join('\n');
  expect(ledgerProblems(ledger, read)).toEqual([
    "1.1: the state 'done' is none of works, partly, missing",
    '1.2: there is no `web/nowhere`',
    '1.3: there is no test file web/login/Logout.spec.tsx',
    "1.4: web/login/Login.spec.tsx has no test 'Escape logs out'",
    '1.4: stands there twice',
  ]);
});
