/** English forms for generated answers. In a gloss of several words the first (of a verb) or the head (of a noun) is inflected. */
export type VerbForm = 'base' | 's' | 'ing' | 'ed' | 'en';

/** Irregular verbs: base, past, participle; one form if both are the same. */
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
potato potatoes|echo echoes|squire squires|midwife midwives|housewife housewives|lens lenses|series series|species species|breeches breeches|clothes clothes|scissors scissors`
    .split('|')
    .map(forms => forms.trim().split(' ') as [string, string]),
);

const doubling = new RegExp(
  `^(?:(?:[^aeiou]|qu)*[aeiou][bdfgklmnprtz]|(?:un|re|out|over)?(?:wrap|pin|fit|plan|${[
    'begin|prefer|refer|defer|infer|confer|transfer|deter|inter|abhor|occur|incur|recur|concur',
    'admit|permit|commit|submit|omit|emit|remit|transmit|regret|forget|beget|abet|acquit|allot|upset|equip|kidnap',
    'control|patrol|extol|annul|compel|expel|repel|propel|dispel|impel|excel|rebel',
  ].join('|')}))$`,
);

/** The subject, as far as 'be' needs it: I am, we are, he is; undefined for a non-finite form. */
export type Subject = 'I' | 'he' | 'they';

/** @param subject with whom 'be' agrees; all other verbs have the form itself */
export function verb(gloss: string, form: VerbForm, subject: Subject = 'he'): string {
  const [first = '', ...rest] = gloss.split(' ');
  return [first === 'be' ? being(form, subject) : verbWord(first, form), ...rest].join(' ');
}

const stative = new Set('seem want deserve know believe owe belong contain need like'.split(' '));

/** Whether a verb is stative and has no progressive: 'he seemed', never 'he was seeming'. */
export function isStative(gloss: string): boolean {
  return stative.has(gloss.split(' ')[0] ?? '');
}

function being(form: VerbForm, subject: Subject): string {
  if (form === 'ed') return subject === 'they' ? 'were' : 'was';
  if (form === 's') return subject === 'they' ? 'are' : subject === 'I' ? 'am' : 'is';
  return { base: 'be', ing: 'being', en: 'been' }[form];
}

function verbWord(base: string, form: VerbForm): string {
  if (form === 'base') return base;
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

/** 'drop of honey' → 'drops of honey', 'brother-in-law' → 'brothers-in-law'; plurals stay: fields, clothes. */
export function plural(gloss: string): string {
  const [head = '', ...rest] = gloss.split(/(?= (?:of|in|on|for|with|at|to) |-(?:of|in|at)-)/);
  const words = head.split(' ');
  const last = words.at(-1) ?? '';
  return (
    [...words.slice(0, -1), irregularPlurals.get(last) ?? (isPlural(last) ? last : withS(last))].join(' ') +
    rest.join('')
  );
}

/** fields, keys and goods, but neither dress nor bus. */
function isPlural(noun: string): boolean {
  return /[^aeious]s$/.test(noun);
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
  ['does', 'do'],
  ['goes', 'go'],
]);

/** Base forms that look like inflected forms of a shorter word. */
const whole = new Set(
  `evening morning ceiling wedding nothing something anything everything during lightning darling sterling herring
stocking hundred indeed naked sacred wicked beloved early family reply apply supply rely imply comply multiply belly
jelly holy lily bully ugly assembly melancholy folly rally ally always perhaps besides alas news means species series
hers yours ours theirs his its this thus yes us plus kindred hatred`.split(/\s+/),
);

/** Cache by word: a library has few words and compares every option by them. */
const plainestForms = new Map<string, string>();

/** An approximate base form to compare words: lifts, lifted and lifting are one, men is man, tied is tie. */
export function plainest(word: string): string {
  const known = plainestForms.get(word);
  if (known !== undefined) return known;
  const form = plainestOf(word);
  plainestForms.set(word, form);
  return form;
}

function plainestOf(word: string): string {
  if (whole.has(word)) return word;
  // The first part of brothers-in-law has the ending.
  const [, head, rest] = /^(\p{L}+)(-(?:of|in|at)-.+)$/u.exec(word) ?? [];
  if (head && rest) return plainest(head) + rest;
  const tie = /^([dltv])(?:ie|ied|ies|ying)$/.exec(word);
  if (tie) return `${tie[1]}ie`;
  const base = bases.get(word) ?? bases.get(word.replace(/s$/, '')) ?? word;
  const bare = base === word && !irregularVerbs.has(word) ? withoutEnding(word) : base;
  return bare.replace(/(?<=\p{L}{2}[^e]|^[aeiou][^aeiou])e$|(?<=\p{L}{3})(?<=([bdgklmnprt]))\1$/u, '');
}

function withoutEnding(word: string): string {
  const y = word.replace(/(?:ies|ied|ily)$/, 'y');
  if (whole.has(y)) return y;
  const one = y.replace(/(?<=s|x|z|ch|sh)es$|(?<=[^su])s$/, '');
  if (whole.has(one)) return one;
  return one
    .replace(/(?<=[aeiouy]\p{L}+|\p{L}[aeiouy])ly$/u, '')
    .replace(/(?<=[aeiouy]\p{L}+|\p{L}[aeiouy])(?:ing|(?<!e)ed)$/u, '');
}
