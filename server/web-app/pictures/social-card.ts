import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fillColours, variablesOf } from './colours.ts';

const web = join(import.meta.dirname, '../../../web');

/**
 * The picture that other sites show beside a link: the home page's landscape in its light colours, with the words of
 * `social-card.svg` as outlines, because the machine that builds need not have our fonts.
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
  const colours = { ...variablesOf(lightTheme(tokens)), ...variablesOf(lightTheme(styles)) };
  const scene = /<symbol[^>]*>([\s\S]*)<\/symbol>/.exec(drawing)?.[1];
  if (scene === undefined) throw new Error('landscape.svg has no symbol');
  const card = fillColours(words.replace('<!-- landscape -->', scene), colours);
  return sharp(Buffer.from(card)).png({ palette: true }).toBuffer();
}

/** A style sheet's first rule, which sets the colours of the light theme. */
function lightTheme(sheet: string): string {
  return sheet.split('}')[0] ?? '';
}
