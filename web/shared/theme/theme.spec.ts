import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { choiceFrom, themeOf, themes } from './theme.ts';

/** Result of the script before the first paint for a stored choice; `storage` undefined: not available. */
function painted(stored: string | null | undefined, prefersDark: boolean): string | undefined {
  const dataset: { theme?: string } = {};
  runInNewContext(readFileSync(new URL('../../public/theme.js', import.meta.url), 'utf8'), {
    document: { documentElement: { dataset } },
    matchMedia: () => ({ matches: prefersDark }),
    localStorage: {
      getItem() {
        if (stored === undefined) throw new Error('denied');
        return stored;
      },
    },
  });
  return dataset.theme;
}

test("the chosen theme applies; otherwise the system's", () => {
  expect(themeOf('sepia', true)).toBe('sepia');
  expect([themeOf('system', true), themeOf('system', false)]).toEqual(['dark', 'light']);
  expect(choiceFrom('neon')).toBe('system');
});

test.each([true, false])('the first paint has the theme of the application; dark preferred: %s', dark => {
  for (const stored of [...themes, 'neon', '', null])
    expect(painted(stored, dark)).toBe(themeOf(choiceFrom(stored), dark));
  expect(painted(undefined, dark)).toBe(themeOf('system', dark));
});

const tokens = readFileSync(new URL('../styles/tokens.css', import.meta.url), 'utf8');
const colours = (block: string) =>
  new Map(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})/gi)].map(([, name = '', hex = '']) => [name, hex]),
  );
const light = colours(/:root\s*{([^}]*)}/.exec(tokens)?.[1] ?? '');

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(start => Number.parseInt(hex.slice(start, start + 2), 16) / 255)
    .map(value => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each(themes)('every text of the theme %s can be read', theme => {
  const own = colours(new RegExp(`\\[data-theme="${theme}"\\]\\s*{([^}]*)}`).exec(tokens)?.[1] ?? '');
  const colour = (name: string) => luminance(own.get(name) ?? light.get(name) ?? '');
  const contrast = (one: string, other: string) => {
    const [bright = 0, dim = 0] = [colour(one), colour(other)].sort((a, b) => b - a);
    return (bright + 0.05) / (dim + 0.05);
  };
  const texts = [
    ...['paper', 'sheet', 'sunken'].flatMap(ground => [
      ['ink', ground],
      ['ink-soft', ground],
    ]),
    ...['accent', 'right', 'wrong', 'gold'].flatMap(tone => [
      [tone, 'sheet'],
      [tone, `${tone}-soft`],
      ['ink', `${tone}-soft`],
    ]),
    ['accent-ink', 'accent'],
  ] as [string, string][];
  for (const [text, ground] of texts)
    expect(contrast(text, ground), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
  for (const ground of ['paper', 'sheet'])
    expect(contrast('edge', ground), `edge on ${ground}`).toBeGreaterThanOrEqual(3);
});
