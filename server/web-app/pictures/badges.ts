import sharp from 'sharp';
import { bands } from '../../../domain/vocabulary/bands.ts';
import type { Picture } from './picture.ts';

/** Colours of the groups, from clay to gold: ring, face, and letters that stand out from the face by 4.5 to 1. */
const groupColours: Readonly<Record<string, readonly [ring: string, face: string, ink: string]>> = {
  A0: ['#9a6b4f', '#f3e4d6', '#5e3a25'],
  A1: ['#b4573b', '#f9e0d4', '#7a2f1a'],
  A2: ['#7c8a4a', '#eaf0d6', '#414c1c'],
  B1: ['#3f7f7a', '#d8efec', '#1c4d49'],
  B2: ['#4e78ae', '#dde9f8', '#244672'],
  C1: ['#7a5a9c', '#ebe1f6', '#4a2f69'],
  C2: ['#b8862b', '#fbeeca', '#6b4709'],
};

/** Digits and letters as strokes on a grid of 10 by 14, so that no font is needed. */
const glyphs: Readonly<Record<string, string>> = {
  A: 'M0 14L5 0L10 14M2 9.500H8',
  B: 'M0 0V14H5.500C11 14 11 7 5.500 7H0M0 0H5C10 0 10 7 5 7',
  C: 'M10 3C8-1 0-1.500 0 7S8 15 10 11',
  0: 'M5 0C-1.500 0-1.500 14 5 14S11.500 0 5 0Z',
  1: 'M2 3L6 0V14',
  2: 'M0.500 3.500C1-1.500 9.500-1 9.500 4C9.500 7.500 3 10 0.500 14H10',
};

/** One badge for every band, and for a count of zero (spec 7: /badges/{level group}-{digit}.png, /badges/C2.png). */
export async function badges(): Promise<readonly Picture[]> {
  return Promise.all(
    ['A0.0', ...bands.map(({ name }) => name)].map(async name => ({
      path: `badges/${name.replace('.', '-')}.png`,
      bytes: await sharp(Buffer.from(svgOf(name)))
        .png({ palette: true, compressionLevel: 9 })
        .toBuffer(),
    })),
  );
}

/** 240 by 240 pixels: shown at 120 and less. Under the group's name a dot for each part of the group reached. */
function svgOf(name: string): string {
  const [group = '', part] = name.split('.');
  const colours = groupColours[group];
  if (!colours) throw new Error(`no colours for the level ${name}`);
  const [ring, face, ink] = colours;
  const letters = [...group].map(
    (letter, index) =>
      `<path transform="translate(${44 + index * 18} 40) scale(1.4)" d="${glyphs[letter]}"/>`,
  );
  const dot = (at: number, full: boolean) =>
    `<circle cx="${at}" cy="79" r="4.500" fill="${full ? ink : 'none'}" stroke="${ink}" stroke-width="1.800"/>`;
  const below =
    part === undefined
      ? `<path fill="${ink}" d="M60 70l3 6 6.500 1-4.700 4.500 1.100 6.500-5.900-3-5.900 3 1.100-6.500-4.700-4.500 6.500-1z"/>`
      : dot(52, Number(part) > 0) + dot(68, Number(part) > 1);
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240" viewBox="0 0 120 120">',
    `<path fill="${ring}" d="${scallops()}"/><circle cx="60" cy="60" r="46" fill="${face}"/>`,
    `<circle cx="60" cy="60" r="41" fill="none" stroke="${ring}" stroke-width="1.500" stroke-dasharray="2 3"/>`,
    `<g fill="none" stroke="${ink}" stroke-width="2.600" stroke-linecap="round" stroke-linejoin="round">`,
    ...letters,
    `</g>${below}</svg>`,
  ].join('');
}

/** The edge of a seal: sixteen arcs around the centre. */
function scallops(): string {
  const count = 16;
  const point = (index: number) => {
    const angle = (index / count) * 2 * Math.PI;
    return `${(60 + 52 * Math.cos(angle)).toFixed(2)} ${(60 + 52 * Math.sin(angle)).toFixed(2)}`;
  };
  const arcs = Array.from({ length: count }, (_, index) => `A10.500 10.500 0 0 1 ${point(index + 1)}`);
  return `M${point(0)}${arcs.join('')}Z`;
}
