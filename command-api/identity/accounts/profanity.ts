import {
  DataSet,
  englishDataset,
  englishRecommendedTransformers,
  parseRawPattern,
  RegExpMatcher,
} from 'obscenity';

/**
 * Phrases of the English list that are also in names (Moby Dick, Kike for Enrique, Ana Lopez): removed, and replaced
 * below by stricter patterns.
 */
const alsoNames: ReadonlySet<string> = new Set(['anal', 'dick', 'dyke', 'hooker', 'kike', 'tranny', 'turd']);

/** `|` is where a word begins or ends. Spanish words match only as a whole, because many names begin with one of them. */
const added: readonly string[] = [
  ...['dickhead', 'bigdick', 'mydick', 'suckdick', '|turd|', 'tranny', '|nazi|', 'hitler'],
  ...['|anal|', 'analsex', 'analplug', 'phuck', '|fcuk', '|mofo|', 'motherf'],
  ...['|puta|', '|putas|', '|puto|', '|putos|', 'hijodeputa', 'hijoputa', 'mierda', '|pendejo', '|pendeja'],
  ...['|cabron|', '|cabrona|', '|cabrones|', 'gilipollas', '|maricon|', '|maricones|', '|joder|', '|jodete|'],
  ...['|verga|', '|chinga|', 'chingada', '|culero'],
];

/** Names that begin with, or contain, a word of the list. */
const harmless: readonly string[] = [
  ...['arsenio', 'arsene', 'arsenault', 'assunta', 'assante'],
  ...['cummings', 'cummins', 'cumin', 'cuma', 'chinkara', 'fagan', 'fagin', 'fager', 'faggiani', 'fagundes'],
  ...[
    'fukuda',
    'fukunaga',
    'fukushima',
    'fukui',
    'fukuoka',
    'fukuyama',
    'fukumoto',
    'fukada',
    'fukase',
    'fukawa',
  ],
  ...['harshit', 'akshit', 'rakshit', 'dikshit', 'shiitake', 'shitara', 'shitij', 'penistone', 'peniston'],
  ...[
    'porntip',
    'pornchai',
    'pornpimol',
    'pussycat',
    'pussett',
    'rapeseed',
    'raperin',
    'semenov',
    'semenyuk',
  ],
  ...['semenko', 'slutsky', 'slutski', 'slutskaya', 'twatt', 'wankel', 'tittmann', 'whorf'],
];

const matcher = new RegExpMatcher({
  ...withAdditions(
    new DataSet<{ originalWord: string }>()
      .addAll(englishDataset)
      .removePhrasesIf(({ metadata }) => metadata !== undefined && alsoNames.has(metadata.originalWord)),
  ).build(),
  ...englishRecommendedTransformers,
});

function withAdditions(list: DataSet<{ originalWord: string }>): DataSet<{ originalWord: string }> {
  return list.addPhrase(phrase => {
    for (const pattern of added) phrase.addPattern(parseRawPattern(pattern));
    for (const name of harmless) phrase.addWhitelistedTerm(name);
    return phrase.setMetadata({ originalWord: 'ours' });
  });
}

/** No profanity in usernames (spec 5), in English or Spanish, also with digits instead of letters or at the end. */
export function isProfane(username: string): boolean {
  return matcher.hasMatch(username) || matcher.hasMatch(username.replace(/^\d+|\d+$/g, ''));
}
