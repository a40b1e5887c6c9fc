import { expect, test } from 'vitest';
import { readLexicon } from '../format/lexicon.ts';
import { lexiconLookup } from '../format/lookup.ts';
import { findings } from '../format/problems.ts';
import { readSources } from '../library.ts';
import { madeByRule } from './rivals.ts';

const grammar = readSources().filter(({ path }) => /\/(?:core|verbs)\.txt$/.test(path));

/** Wrong options of a word with the library's endings and table of verbs, and these entries. */
function made(entries: string, written: string, answer: string): readonly string[] {
  const found = findings();
  const lexicon = readLexicon([...grammar, { path: 'entries.txt', text: entries }], found);
  const parts = lexiconLookup(lexicon, found)(written, { file: '', line: 1 }) ?? [];
  expect(found.problems()).toEqual([]);
  return madeByRule({ parts, answer, feminine: false, lexicon }).map(
    ({ text, explanation }) => `${text} | ${explanation}`,
  );
}

const put = 'pus | verb | put | poner\n~ mostrar = show\n~ envolver = wrap\n';

test('a regular participle takes gender and number', () => {
  expect(made('at | verb | tie | atar\n~ llevar = carry\n~ abrir = open\n', 'at-ad-a-s', 'tied')).toEqual([
    'carried | That would be *llevadas*.',
    'opened | That would be *abiertas*.',
  ]);
});

test('the preceding words decide the form of a verb', () => {
  const [show, wrap] = made(put, 'pus-iera', 'he might put');
  expect([show, wrap]).toEqual([
    'he might show | That would be *mostrara*.',
    'he might wrap | That would be *envolviera*.',
  ]);
  expect(made(put, 'pus-o', 'was put').slice(0, 2)).toEqual([
    'was shown | That would be *mostró*.',
    'was wrapped | That would be *envolvió*.',
  ]);
  expect(made(put.replace('pus', 'pon'), 'pon-er-se', 'to be put').slice(0, 2)).toEqual([
    'to be shown | That would be *mostrarse*.',
    'to be wrapped | That would be *envolverse*.',
  ]);
});

test("'be' agrees with the answer's subject, else with the ending's", () => {
  const turn = 'volv | verb | return | volver\n~ avergonzarse = be ashamed\n';
  expect(made(turn, 'volv-ieron', 'returned')[0]).toBe('were ashamed | That would be *se avergonzaron*.');
  expect(made(turn, 'volv-ió', 'you returned')[0]).toBe('you were ashamed | That would be *se avergonzó*.');
  expect(made(turn, 'volv-er-án', 'they will return')[0]).toBe(
    'they will be ashamed | That would be *se avergonzarán*.',
  );
});

test('a reflexive rival keeps its pronoun: before the verb, after an infinitive, once with an attached one', () => {
  const sleep = 'dorm | verb | sleep | dormir\n~ quejarse = complain\n';
  expect(made(sleep, 'dorm-ía:was', 'I slept')[0]).toBe('I complained | That would be *me quejaba*.');
  expect(made(sleep, 'dorm-ía:was-mos', 'we slept')[0]).toBe(
    'we complained | That would be *nos quejábamos*.',
  );
  expect(made(sleep, 'dorm-ir', 'to sleep')[0]).toBe('to complain | That would be *quejarse*.');
  expect(made(sleep, 'dorm-ir-me', 'to sleep')[0]).toBe('to complain | That would be *quejarme*.');
  // 'complains him' is impossible.
  expect(made(`${sleep}~ cansar = tire\n`, 'dorm-ir-lo', 'to sleep him')[0]).toBe(
    'to tire him | That would be *cansarlo*.',
  );
});

test('attached pronouns do not move the stress of a rival', () => {
  const call =
    'llam | verb | call | llamar\n~ dejar = leave\n~ venir = come to\nverb venir | he then = vino\n';
  expect(made(call, 'llam-ó-le', 'he called him').slice(0, 2)).toEqual([
    'he left him | That would be *dejóle*.',
    'he came to him | That would be *vínole*.',
  ]);
  expect(made(call, 'llam-aron-le', 'they called him')[0]).toBe('they left him | That would be *dejáronle*.');
});

test('the preposition of an English verb is replaced with that of its rival', () => {
  const look = 'mir | verb | look | mirar\n~ tocar = touch\n~ buscar = look for\n';
  expect(made(look, 'mir-ándo-lo', 'looking at him').slice(0, 2)).toEqual([
    'touching him | That would be *tocándolo*.',
    'looking for him | That would be *buscándolo*.',
  ]);
});

test('an adjective in a written option agrees', () => {
  const same =
    'mism | adjective | same | mismo\n- other | That would be *otro*.\n- what | That would be *algo*.\n';
  expect(made(same, 'mism-a-s', 'same')).toEqual([
    'other | That would be *otras*.',
    'what | That would be *algo*.',
  ]);
});

test('a participle in a written option agrees', () => {
  const done = 'hech | verb | made | hacer\n- said | That would be *dicho*, from *decir*.\n';
  expect(made(done, 'hech-a:f-s', 'made')).toContain('said | That would be *dichas*, from *decir*.');
});

test('a stative verb has no progressive', () => {
  const love = 'am | verb | love | amar\n~ desear = want\n~ deber = owe\n~ llevar = carry\n';
  expect(made(love, 'am-aba', 'he was loving').slice(0, 3)).toEqual([
    'he wanted | That would be *deseaba*.',
    'he owed | That would be *debía*.',
    'he was carrying | That would be *llevaba*.',
  ]);
});

test('an option of another tense says what the table of verbs has to say of the two, and names the word asked', () => {
  const tie = 'at | verb | tie | atar\nswap you were > you now | {} is then.\n';
  expect(made(tie, 'At-aba-s:you', 'you were tying')).toEqual([
    'you tie | That would be *atas*. *atabas* is then.',
  ]);
});

test('a swap names two cells of the table', () => {
  const found = findings();
  readLexicon([...grammar, { path: 'entries.txt', text: 'swap he then > nobody | It is then.' }], found);
  expect(found.problems().map(({ reason }) => reason)).toEqual([
    "'he then > nobody' is no swap: write 'swap he then > he will | …', with cells that stand above",
  ]);
});

test("a remark that begins with the form just named goes on with 'It'", () => {
  const beetle = 'escarabajo | noun | beetle\n~ araña = spider | *Araña* is at home in a web.\n';
  expect(made(beetle, 'escarabajo', 'beetle')).toEqual([
    'spider | That would be *araña*. It is at home in a web.',
  ]);
  expect(made(beetle, 'escarabajo-s:several', 'beetles')).toEqual([
    'spiders | Those would be *arañas*. *Araña* is at home in a web.',
  ]);
});
