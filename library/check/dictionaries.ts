import english from 'dictionary-en';
import spanish from 'dictionary-es';
import { createHunspellFromStrings } from 'hunspell-wasm';
import type { Dictionaries } from './spelling.ts';

/**
 * The Hunspell dictionaries of the npm packages dictionary-en (American) and dictionary-es. They are for writing books only:
 * nothing that runs in production imports this file.
 */
export async function loadDictionaries(): Promise<Dictionaries> {
  const load = ({ aff, dic }: typeof english) =>
    createHunspellFromStrings(new TextDecoder().decode(aff), new TextDecoder().decode(dic));
  const [american, castilian] = await Promise.all([load(english), load(spanish)]);
  return { english: word => american.testSpelling(word), spanish: word => castilian.testSpelling(word) };
}
