import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { fillColours, variablesOf } from './colours.ts';
import type { Picture } from './picture.ts';

const art = join(import.meta.dirname, '../../../web/shared/art');

/** Size of a cover in pixels: twice the width of a card, for high-density screens. */
const WIDTH = 1280;
const HEIGHT = 720;

/** Height of a layer of the drawing in pixels; the sky is above it. */
const LAYER = 440;

/** Position of each piece in pixels: from the left, from the bottom, and its height. The app's style sheet has its own. */
const places: Readonly<Record<string, readonly [left: number, bottom: number, height: number]>> = {
  sun: [850, 150, 440],
  moon: [880, 260, 440],
  town: [-60, 0, LAYER],
  pines: [560, 0, LAYER],
  platero: [760, -14, 420],
  mill: [190, 90, 480],
  distant: [720, 105, 230],
  riders: [900, 60, 210],
  donkey: [540, -14, 400],
  hut: [790, 20, 380],
  tollman: [1060, -20, 360],
  butterflies: [470, 150, 520],
  shelves: [20, 60, 600],
  arms: [915, 50, 440],
  reader: [410, -24, 520],
  inn: [0, 60, 470],
  horseman: [760, -10, 400],
  yard: [-150, 40, LAYER],
  trough: [150, 0, 400],
  vigil: [790, 0, 420],
};

interface ChapterDrawing {
  readonly drawing: string;
  readonly hour: string;
}

interface Scenes {
  readonly drawings: Readonly<Record<string, readonly string[]>>;
  readonly books: Readonly<Record<string, { readonly chapters: readonly ChapterDrawing[] }>>;
}

/** A cover for every chapter of `scenes.json`, and the blank one for all others (spec 7, static files). */
export async function covers(): Promise<readonly Picture[]> {
  const read = (file: string) => readFile(join(art, file), 'utf8');
  const [json, styles] = await Promise.all([read('scenes.json'), read('hours.css')]);
  const { drawings, books }: Scenes = JSON.parse(json);
  const files = new Set(Object.values(drawings).flatMap(pieces => pieces.map(piece => fileOf(piece))));
  const sources = new Map(
    await Promise.all([...files].map(async file => [file, await read(`${file}.svg`)] as const)),
  );
  const drawn = Object.entries(books).flatMap(([title, { chapters }]) =>
    chapters.map(async ({ drawing, hour }, index): Promise<Picture> => {
      const svg = composeCover(drawings[drawing] ?? [], sources, coloursAt(styles, hour));
      const bytes = await sharp(Buffer.from(svg)).jpeg({ quality: 82, mozjpeg: true }).toBuffer();
      return { path: `img/lesson-covers/${title}/chapter${index + 1}.jpeg`, bytes };
    }),
  );
  const blank = sharp({ create: { width: WIDTH, height: HEIGHT, channels: 3, background: '#efe7d6' } });
  const bytes = await blank.png({ palette: true, compressionLevel: 9 }).toBuffer();
  return [...(await Promise.all(drawn)), { path: 'img/lesson-covers/blank.png', bytes }];
}

function fileOf(piece: string): string {
  return piece.slice(0, piece.indexOf('#'));
}

/** The colours of the first rule, and over them those of an hour. */
function coloursAt(styles: string, hour: string): Readonly<Record<string, string>> {
  const rules = styles.split('}');
  const ofHour = rules.find(rule => rule.includes(`[data-hour="${hour}"]`)) ?? '';
  return { ...variablesOf(rules[0] ?? ''), ...variablesOf(ofHour) };
}

function composeCover(
  pieces: readonly string[],
  sources: ReadonlyMap<string, string>,
  colours: Readonly<Record<string, string>>,
): string {
  const layers = pieces.map(piece => {
    const [source = '', place = ''] = piece.split(' ');
    const [file = '', name = ''] = source.split('#');
    const { viewBox, content } = symbolOf(sources.get(file) ?? '', name);
    return `<svg ${positionOf(place, viewBox)} viewBox="${viewBox.join(' ')}" overflow="visible">${content}</svg>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">`,
    `<defs>${sky(colours['sky'] ?? '')}</defs><rect width="${WIDTH}" height="${HEIGHT}" fill="url(#sky)"/>`,
    fillColours(layers.join(''), colours),
    '</svg>',
  ].join('');
}

function positionOf(place: string, [, , width, height]: readonly number[]): string {
  if (place === 'wide')
    return `x="0" y="${HEIGHT - LAYER}" width="${WIDTH}" height="${LAYER}" preserveAspectRatio="none"`;
  const found = places[place];
  if (!found || !width || !height) throw new Error(`a cover has no place named ${place}`);
  const [left, bottom, tall] = found;
  return `x="${left}" y="${HEIGHT - bottom - tall}" width="${(tall * width) / height}" height="${tall}"`;
}

function symbolOf(source: string, name: string) {
  const found = new RegExp(`<symbol id="${name}" viewBox="([^"]+)"[^>]*>([\\s\\S]*?)</symbol>`).exec(source);
  if (!found) throw new Error(`no drawing has a symbol ${name}`);
  const [, viewBox = '', content = ''] = found;
  return { viewBox: viewBox.split(' ').map(Number), content };
}

/** A CSS gradient from top to bottom, as SVG. */
function sky(gradient: string): string {
  const stops = [...gradient.matchAll(/(#[\da-f]{6})(?: (\d+)%)?/gi)];
  if (stops.length === 0) throw new Error(`no gradient: ${gradient}`);
  const drawn = stops.map(
    ([, colour, at], index) => `<stop offset="${at ?? (index === 0 ? 0 : 100)}%" stop-color="${colour}"/>`,
  );
  return `<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1">${drawn.join('')}</linearGradient>`;
}
