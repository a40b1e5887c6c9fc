import sharp from 'sharp';
import type { Picture } from './picture.ts';

/** The flag of each language that is taught, 144 by 96 pixels (spec 7: /img/flags/Spanish.png). Spain's civil one. */
export async function flags(): Promise<readonly Picture[]> {
  const spain =
    '<svg xmlns="http://www.w3.org/2000/svg" width="144" height="96"><path fill="#aa151b" d="M0 0h144v96H0z"/>' +
    '<path fill="#f1bf00" d="M0 24h144v48H0z"/></svg>';
  const bytes = await sharp(Buffer.from(spain)).png({ palette: true, compressionLevel: 9 }).toBuffer();
  return [{ path: 'img/flags/Spanish.png', bytes }];
}
