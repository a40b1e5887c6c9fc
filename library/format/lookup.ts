import { conjugationOf, unaccented } from '../inflect/spanish.ts';
import { type Entry, nameOf, type Part, participle, type Sense } from './entry.ts';
import type { Lexicon } from './lexicon.ts';
import type { Place } from './lines.ts';
import type { Findings } from './problems.ts';
import { cellOf, formOf } from './verb-forms.ts';

/** Finds the parts of a word (`que:who`, `llam-o`); refuses unknown and ambiguous ones. */
export type Lookup = (written: string, at: Place) => readonly Part[] | undefined;

const nounLike = ['noun', 'adjective', 'pronoun', 'article', 'numeral', 'adverb'];
export function lexiconLookup(lexicon: Lexicon, { refuse }: Findings): Lookup {
  const bySpelling = Map.groupBy(
    lexicon.entries.flatMap(entry => [...new Set(entry.spellings)].map(spelling => ({ spelling, entry }))),
    ({ spelling, entry }) => `${entry.kind} ${spelling}`,
  );
  const candidates = (kind: Entry['kind'], spelling: string) =>
    (
      bySpelling.get(`${kind} ${spelling}`) ??
      bySpelling.get(`${kind} ${spelling.toLocaleLowerCase('es')}`) ??
      []
    ).map(({ entry }) => entry);

  return (written, at) => {
    const pieces = written.split('-');
    let ways: readonly (readonly Part[])[] = [[]];
    for (const [index, piece] of pieces.entries()) {
      const kind = index === 0 ? 'stem' : 'ending';
      const [spelling = '', tag] = piece.split(':');
      const shown = kind === 'ending' ? `-${piece}` : piece;
      const known = candidates(kind, spelling);
      if (known.length === 0) {
        refuse(at, `the ${kind} '${shown}' is not in the lexicon: add it to the chapter's file in lexicon/`);
        return undefined;
      }
      const genderFollows = /^[oa](?::[mf])?$/.test(pieces[index + 1] ?? '');
      const longer = ways.flatMap(before =>
        choose(known, tag, index === 0 ? undefined : before, genderFollows).map(entry => [
          ...before,
          { spelling, entry, sense: senseOf(entry, tag) },
        ]),
      );
      if (longer.length === 0) {
        refuse(at, `no ${kind} is '${shown}': the lexicon has ${known.flatMap(namesOf).join(', ')}`);
        return undefined;
      }
      ways = longer;
    }
    const [way, ...others] = ways.length > 1 ? likeliest(ways, lexicon) : ways;
    if (way && others.length === 0) return way;
    const unclear =
      way?.findIndex(({ entry }, index) => others.some(other => other[index]?.entry !== entry)) ?? 0;
    const names = [...new Set(ways.flatMap(parts => (parts[unclear] ? namesOf(parts[unclear].entry) : [])))];
    refuse(at, `'${unclear === 0 ? '' : '-'}${pieces[unclear]}' may be ${names.join(' or ')}: write which`);
    return undefined;
  };
}

/** The sense that a tag names; without a tag the entry's own, or its only one. */
function senseOf({ senses }: Entry, tag: string | undefined): Sense {
  const named = senses.find(({ name }) => name !== undefined && name === tag);
  const [own, ...more] = senses as [Sense, ...Sense[]];
  return named ?? (isEmpty(own) && more.length === 1 ? (more[0] ?? own) : own);
}

/** Of several readings of a verb's endings those whose table cell gives exactly this form: vin-o is not 'I'. */
function likeliest(ways: readonly (readonly Part[])[], lexicon: Lexicon): readonly (readonly Part[])[] {
  const fitting = ways.filter(parts => {
    const cell = cellOf(parts, lexicon);
    const lemma = parts[0]?.entry.lemma;
    const form = cell && lemma ? formOf(lemma, cell, lexicon) : undefined;
    const spelled = parts.flatMap(({ spelling, entry }) => (entry.pos === 'tied' ? [] : spelling)).join('');
    const shifted = parts.some(({ entry }) => entry.pos === 'tied');
    // An accent shifts when pronouns are attached to a form.
    if (!shifted) return form === spelled.toLocaleLowerCase('es');
    return form !== undefined && unaccented(form) === unaccented(spelled.toLocaleLowerCase('es'));
  });
  return fitting.length > 0 ? fitting : ways;
}

/** The entry itself has no question, only its senses. */
export function isEmpty({ why, wrong, rivals }: Sense): boolean {
  return !why && wrong.length === 0 && rivals.length === 0;
}

function choose(
  known: readonly Entry[],
  tag: string | undefined,
  before: readonly Part[] | undefined,
  genderFollows: boolean,
): readonly Entry[] {
  if (tag !== undefined) {
    const tagged = known.filter(entry => entry.tag === tag);
    return tagged.length > 0 ? tagged : known.filter(({ senses }) => senses.some(({ name }) => name === tag));
  }
  if (known.length === 1 || !before) return known;
  const [stem] = before;
  const last = before.at(-1);
  const conjugation = conjugationOf(stem?.entry.lemma ?? null);
  const verbal = stem?.entry.pos === 'verb';
  const afterParticiple =
    verbal && before.length > 1 && (last?.entry.tag === participle || last?.entry.pos === 'gender');
  const allowed =
    afterParticiple || (stem && nounLike.includes(stem.entry.pos))
      ? ['gender', 'number', 'derived']
      : verbal
        ? ['verb', 'tied']
        : undefined;
  const byRole = known.filter(({ pos }) => !allowed || allowed.includes(pos));
  const roles = byRole.length > 0 ? byRole : known;
  const byClass = roles.filter(
    ({ conjugations }) => conjugations.length === 0 || !conjugation || conjugations.includes(conjugation),
  );
  const fitting = byClass.length > 0 ? byClass : roles;
  const beforeGender = fitting.filter(entry => entry.tag === participle);
  return genderFollows && beforeGender.length > 0 ? beforeGender : fitting;
}

function namesOf(entry: Entry): readonly string[] {
  const senses = entry.senses.flatMap(({ name }) => name ?? []);
  if (senses.length === 0) return [nameOf(entry)];
  const dash = entry.kind === 'ending' ? '-' : '';
  return senses.map(name => `${dash}${entry.spellings[0]}:${name}`);
}
