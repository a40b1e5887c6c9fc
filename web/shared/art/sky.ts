/** The light of a scene: four stops of sky from the zenith down, the sun or moon, and the hills from far to near. */
export interface Light {
  readonly sky: readonly [string, string, string, string];
  readonly sun: string;
  readonly hills: readonly [string, string, string, string];
}

export const dusk: Light = {
  sky: ['#36527f', '#b98290', '#efba86', '#f8e0b4'],
  sun: '#fff2cf',
  hills: ['#a4748c', '#7b5d87', '#4b4968', '#31344e'],
};

export const evening: Light = {
  sky: ['#243c63', '#8d5560', '#c96f4c', '#f0b46c'],
  sun: '#ffe5ad',
  hills: ['#9c5750', '#77434f', '#553446', '#3a2939'],
};

const morning: Light = {
  sky: ['#5d8fb8', '#9fc0cd', '#e6d9bd', '#f7e6c2'],
  sun: '#fff7dd',
  hills: ['#8fa79b', '#6f8f7d', '#4d6f62', '#33504c'],
};

const night: Light = {
  sky: ['#131d38', '#24355a', '#3f5680', '#6b7fa3'],
  sun: '#f3ecd4',
  hills: ['#3a4a6e', '#2c3a5b', '#202b46', '#151d31'],
};

/** Each chapter has its hour; the first keeps the hour of the book's cover. `chapter` from 1. */
export function lightOf(chapter: number, cover: Light): Light {
  return [cover, morning, night][(chapter - 1) % 3] ?? cover;
}
