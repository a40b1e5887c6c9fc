import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Picture } from './picture.ts';

const source = join(import.meta.dirname, '../../../web/public/icon.svg');

/** Pixels of `viewBox` in icon.svg. */
const DRAWN = 32;

/** The icons that the web app manifest and index.html name, drawn from icon.svg. */
export async function icons(): Promise<readonly Picture[]> {
  const rounded = await readFile(source, 'utf8');
  // Systems that cut icons to their own shape need a full square. The book is within the safe circle.
  const square = rounded.replace(' rx="8"', '');
  if (square === rounded) throw new Error('icon.svg has no rounded ground');
  const drawn = async (svg: string, name: string, size: number): Promise<Picture> => ({
    path: `icons/${name}-${size}.png`,
    bytes: await sharp(Buffer.from(svg), { density: (72 * size) / DRAWN })
      .resize(size, size)
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  });
  return Promise.all([
    drawn(rounded, 'any', 192),
    drawn(rounded, 'any', 512),
    drawn(square, 'maskable', 192),
    drawn(square, 'maskable', 512),
    drawn(square, 'touch', 180),
  ]);
}
