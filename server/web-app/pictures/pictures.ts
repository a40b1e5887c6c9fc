import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { badges } from './badges.ts';
import { covers } from './covers.ts';
import { flags } from './flags.ts';
import { icons } from './icons.ts';
import type { Picture } from './picture.ts';
import { socialCard } from './social-card.ts';

/**
 * Draws every picture that is served as a file from vectors; the repository has no bitmaps of them. A file that exists
 * already, from the public folder, is kept, so that an operator can replace a cover.
 */
export async function writePictures(directory: string): Promise<void> {
  const drawn = await Promise.all([covers(), badges(), flags(), icons()]);
  const card: Picture = { path: 'social-card.png', bytes: await socialCard() };
  for (const { path, bytes } of [...drawn.flat(), card]) {
    const file = join(directory, path);
    if (existsSync(file)) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
  }
}
