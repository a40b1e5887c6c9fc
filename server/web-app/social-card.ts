import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';

const web = join(import.meta.dirname, '../../web');

/**
 * The picture that other sites show beside a link: the home page's landscape in its light colours, with the words of
 * `social-card.svg`, which are outlines, because the machine that builds need not have our typefaces.
 * @returns a PNG of 1200 by 630 pixels
 */
export async function socialCard(): Promise<Buffer> {
  const read = (path: string) => readFile(join(web, path), 'utf8');
  const [drawing, styles, tokens, words] = await Promise.all([
    read('features/home/landscape.svg'),
    read('features/home/Landscape.module.css'),
    read('shared/styles/tokens.css'),
    read('features/home/social-card.svg'),
  ]);
  const colours = { ...variablesOf(tokens), ...variablesOf(styles) };
  const scene = /<symbol[^>]*>([\s\S]*)<\/symbol>/.exec(drawing)?.[1];
  if (scene === undefined) throw new Error('landscape.svg has no symbol');
  const coloured = words
    .replace('<!-- landscape -->', scene)
    .replaceAll(/var\(--([\w-]+)\)/g, (_, name: string) => {
      const colour = colours[name];
      if (colour === undefined) throw new Error(`no style sheet has --${name}`);
      return colour;
    });
  return sharp(Buffer.from(coloured)).png({ palette: true }).toBuffer();
}

/** The custom properties of a style sheet's first rule: those of the light theme. */
function variablesOf(sheet: string): Readonly<Record<string, string>> {
  const [rule = ''] = sheet.split('}');
  return Object.fromEntries(
    [...rule.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name, value]) => [name, value]),
  );
}
