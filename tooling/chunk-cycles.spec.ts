import { expect, test } from 'vitest';
import { chunkCycles } from './chunk-cycles.ts';

const groups = [
  { name: 'base', test: /[\\/]node_modules[\\/]react[\\/]/ },
  { name: 'reading', test: /[\\/]sentence[\\/](Text|spelling)\./ },
];
const cyclesOf = (sources: Readonly<Record<string, string>>) =>
  chunkCycles(new Map(Object.entries(sources)), { entry: 'web/main.ts', groups });

/** Two pages that share a sentence. */
const app = {
  'web/main.ts': "import 'react';\nconst pages = [() => import('./Reader.ts'), () => import('./Sample.ts')];",
  'web/Reader.ts': "import { Text } from './sentence/Text.ts';",
  'web/Sample.ts': "import { Text } from './sentence/Text.ts';",
  'web/sentence/Text.ts': "import { spelled } from './spelling.ts';",
  'web/sentence/spelling.ts': "import 'react';",
};

test('a module outside of a group that lies between two of its modules makes a circle', () => {
  expect(cyclesOf(app)).toEqual([]);
  const moved = {
    ...app,
    'web/sentence/Text.ts': "import {\n  Word,\n} from './Word.ts';",
    'web/sentence/Word.ts': "import { spelled } from './spelling.ts';",
  };
  expect(cyclesOf(moved)).toEqual([
    'chunks import each other: web/sentence/Text.ts imports web/sentence/Word.ts; web/sentence/Word.ts imports web/sentence/spelling.ts',
  ]);
});

test('types and what is loaded later make no circle, and endpoints are data', () => {
  const word = {
    ...app,
    'web/sentence/spelling.ts': "import { words } from '../../facade/words.ts';",
    'facade/words.ts': "import { Text } from '../web/Reader.ts';\nexport const words = endpoint({});",
  };
  expect(cyclesOf(word)).toEqual([]);
  const types = "import type { Reader } from '../Reader.ts';\nconst page = () => import('../Reader.ts');";
  expect(cyclesOf({ ...app, 'web/sentence/spelling.ts': types })).toEqual([]);
  const values = "import { Reader } from '../Reader.ts';";
  expect(cyclesOf({ ...app, 'web/sentence/spelling.ts': values })).toHaveLength(1);
});
