import type { Findings } from '../check/problems.ts';
import { conjugationOf } from '../inflect/spanish.ts';
import { type Entry, nameOf, type Sense } from './lexicon.ts';
import type { Place } from './lines.ts';

/** A part of a word, found. `spelling` is as the text has it. */
export interface Part {
  readonly spelling: string;
  readonly entry: Entry;
  readonly sense: Sense;
}

/** Finds the parts of a word (`que:who`, `llam-o`); refuses what is unknown or unclear. */
export type Lookup = (written: string, at: Place) => readonly Part[] | undefined;

const nounLike = ['noun', 'adjective', 'pronoun', 'article', 'numeral', 'adverb'];
/** The tag of -ad and -id as in llam-ad-o; -ad:do is a command, which no gender follows. */
const participle = 'done';

export function lexiconLookup(entries: readonly Entry[], { refuse }: Findings): Lookup {
  const bySpelling = Map.groupBy(
    entries.flatMap(entry => [...new Set(entry.spellings)].map(spelling => ({ spelling, entry }))),
    ({ spelling, entry }) => `${entry.kind} ${spelling}`,
  );
  const candidates = (kind: Entry['kind'], spelling: string) =>
    (
      bySpelling.get(`${kind} ${spelling}`) ??
      bySpelling.get(`${kind} ${spelling.toLocaleLowerCase('es')}`) ??
      []
    ).map(({ entry }) => entry);

  return (written, at) => {
    const parts: Part[] = [];
    const pieces = written.split('-');
    for (const [index, part] of pieces.entries()) {
      const kind = index === 0 ? 'stem' : 'ending';
      const [spelling = '', tag] = part.split(':');
      const shown = kind === 'ending' ? `-${part}` : part;
      const known = candidates(kind, spelling);
      if (known.length === 0) {
        refuse(at, `the ${kind} '${shown}' is not in the lexicon: add it to the chapter's file in lexicon/`);
        return undefined;
      }
      const next = pieces[index + 1] ?? '';
      const fitting = choose(known, tag, kind === 'stem' ? undefined : parts, /^[oa](?::[mf])?$/.test(next));
      const [entry, ...others] = fitting;
      if (!entry) {
        refuse(at, `no ${kind} is '${shown}': the lexicon has ${known.flatMap(namesOf).join(', ')}`);
        return undefined;
      }
      if (others.length > 0) {
        refuse(at, `'${shown}' may be ${fitting.flatMap(namesOf).join(' or ')}: write which`);
        return undefined;
      }
      const named = entry.senses.find(sense => sense.name !== undefined && sense.name === tag);
      const [own, ...senses] = entry.senses;
      const only = own && isEmpty(own) && senses.length === 1 ? senses[0] : own;
      const sense = named ?? only;
      if (!sense) return undefined;
      parts.push({ spelling, entry, sense });
    }
    return parts;
  };
}

/** Nothing is asked about the entry itself, only about its senses. */
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
  const afterParticiple = verbal && before.length > 1 && last?.entry.tag === participle;
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
