/** English forms for answers that are made by rule. A gloss of several words is inflected in its first (a verb) or its head (a noun). */
export type VerbForm = 'base' | 's' | 'ing' | 'ed' | 'en';

/** base past participle, where the rule of -ed does not hold; one form stands for both where they are alike. */
const irregularVerbs = new Map(
  `arise arose arisen|bear bore borne|beat beat beaten|become became become|begin began begun|bend bent|bet bet|
bind bound|bite bit bitten|bleed bled|blow blew blown|break broke broken|breed bred|bring brought|build built|
burst burst|buy bought|cast cast|catch caught|choose chose chosen|cling clung|come came come|cost cost|creep crept|
cut cut|deal dealt|dig dug|do did done|draw drew drawn|drink drank drunk|drive drove driven|eat ate eaten|
fall fell fallen|feed fed|feel felt|fight fought|find found|flee fled|fling flung|fly flew flown|
forbid forbade forbidden|forget forgot forgotten|forgive forgave forgiven|freeze froze frozen|get got gotten|
give gave given|go went gone|grind ground|grow grew grown|hang hung|have had|hear heard|hide hid hidden|hit hit|
hold held|hurt hurt|keep kept|kneel knelt|know knew known|lay laid|lead led|leave left|lend lent|let let|
lie lay lain|light lit|lose lost|make made|mean meant|meet met|mistake mistook mistaken|overcome overcame overcome|
pay paid|put put|quit quit|read read|rid rid|ride rode ridden|ring rang rung|rise rose risen|run ran run|say said|
see saw seen|seek sought|sell sold|send sent|set set|shake shook shaken|shed shed|shine shone|shoot shot|
show showed shown|shrink shrank shrunk|shut shut|sing sang sung|sink sank sunk|sit sat|slay slew slain|sleep slept|
slide slid|sow sowed sown|speak spoke spoken|spend spent|spin spun|split split|spread spread|spring sprang sprung|
stand stood|steal stole stolen|stick stuck|sting stung|strike struck|string strung|strive strove striven|
swear swore sworn|sweep swept|swell swelled swollen|swim swam swum|swing swung|take took taken|teach taught|
tear tore torn|tell told|think thought|throw threw thrown|thrust thrust|tread trod trodden|
understand understood|undertake undertook undertaken|undo undid undone|upset upset|wake woke woken|wear wore worn|
weave wove woven|weep wept|win won|wind wound|withdraw withdrew withdrawn|wring wrung|write wrote written`
    .split('|')
    .map(forms => {
      const [base = '', past = base, participle = past] = forms.trim().split(' ');
      return [base, { past, participle }] as const;
    }),
);

const irregularPlurals = new Map(
  `man men|woman women|gentleman gentlemen|nobleman noblemen|child children|foot feet|tooth teeth|goose geese|mouse mice|
ox oxen|person people|sheep sheep|fish fish|leaf leaves|knife knives|life lives|wife wives|wolf wolves|half halves|
shelf shelves|loaf loaves|thief thieves|calf calves|self selves|scarf scarves|hoof hooves|trout trout|hero heroes|
potato potatoes|echo echoes|squire squires|clothes clothes|scissors scissors`
    .split('|')
    .map(forms => forms.trim().split(' ') as [string, string]),
);

const doubling =
  /^(?:(?:[^aeiou]|qu)*[aeiou][bdfgklmnprtz]|(?:.*)(?:begin|prefer|refer|admit|permit|commit|submit|omit|occur|regret|forget|control|compel|expel|rebel|upset|equip))$/;

export function verb(gloss: string, form: VerbForm): string {
  const [first = '', ...rest] = gloss.split(' ');
  return [verbWord(first, form), ...rest].join(' ');
}

function verbWord(base: string, form: VerbForm): string {
  if (form === 'base') return base;
  if (base === 'be') return { s: 'is', ing: 'being', ed: 'was', en: 'been' }[form];
  const irregular = irregularVerbs.get(base);
  if (form === 'ed') return irregular?.past ?? past(base);
  if (form === 'en') return irregular?.participle ?? past(base);
  if (form === 's') return base === 'have' ? 'has' : withS(base);
  if (base.endsWith('ie')) return `${base.slice(0, -2)}ying`;
  if (/[^eoy]e$/.test(base)) return `${base.slice(0, -1)}ing`;
  return `${doubled(base)}ing`;
}

function past(base: string): string {
  if (base.endsWith('e')) return `${base}d`;
  if (/[^aeiou]y$/.test(base)) return `${base.slice(0, -1)}ied`;
  return `${doubled(base)}ed`;
}

function doubled(base: string): string {
  return doubling.test(base) ? base + base.at(-1) : base;
}

function withS(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh|[^aeiou]o)$/.test(word) ? `${word}es` : `${word}s`;
}

/** 'drop of honey' → 'drops of honey'. */
export function plural(gloss: string): string {
  const [head = '', ...rest] = gloss.split(/(?= (?:of|in|on|for|with|at|to) )/);
  const words = head.split(' ');
  const last = words.at(-1) ?? '';
  return [...words.slice(0, -1), irregularPlurals.get(last) ?? withS(last)].join(' ') + rest.join('');
}

export function adverb(gloss: string): string {
  const irregular: Readonly<Record<string, string>> = {
    good: 'well',
    whole: 'wholly',
    true: 'truly',
    due: 'duly',
  };
  if (irregular[gloss]) return irregular[gloss];
  if (/ly$/.test(gloss)) return `in a ${gloss} way`;
  if (/[^aeiou]y$/.test(gloss)) return `${gloss.slice(0, -1)}ily`;
  if (/[^aeiou]le$/.test(gloss)) return `${gloss.slice(0, -1)}y`;
  if (gloss.endsWith('ic')) return `${gloss}ally`;
  return gloss.endsWith('ll') ? `${gloss}y` : `${gloss}ly`;
}

const bases = new Map<string, string>([
  ...[...irregularVerbs].flatMap(([base, { past: then, participle }]) => [
    [then, base] as const,
    [participle, base] as const,
  ]),
  ...[...irregularPlurals].map(([one, several]) => [several, one] as const),
  ['has', 'have'],
]);

/** The plainest form of a word, good enough to compare two: lifts, lifted and lifting are one, men is man. */
export function plainest(word: string): string {
  const bare = (bases.get(word) ?? bases.get(word.replace(/s$/, '')) ?? word)
    .replace(/(?:ies|ied)$/, 'y')
    .replace(/(?<=s|x|z|ch|sh)es$|(?<=[^s])s$/, '')
    .replace(/(?<=\p{L}{3})(?:ing|ed|ly)$/u, '')
    .replace(/(?<=\p{L}{2})e$/u, '');
  return bare.replace(/([bdfgklmnprt])\1$/, '$1');
}
