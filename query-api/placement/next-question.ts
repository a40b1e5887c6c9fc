import { groupOf } from '../../domain/placement/belief.ts';
import { groupToAsk, type Placement } from '../../domain/placement/placement.ts';
import { seeded } from '../../domain/quiz/random.ts';
import type { RankedQuestion, Ranking } from './ranking.ts';

/** Sentences up to this many words are preferred, because they are read quickly. */
const SHORT_SENTENCE = 20;

interface Asked {
  /** So far. */
  readonly asked: readonly RankedQuestion[];
  /** The learner wants to answer more than needed. */
  readonly more: boolean;
  readonly learner: string;
}

/**
 * The most informative question; the same for the same answers. Undefined when enough has been asked. The first one comes from
 * the easiest book, in its easiest sentence: somebody who understands nothing of the first sentence leaves.
 */
export function nextQuestion(
  { model, questions }: Ranking,
  placed: Placement,
  { asked, more, learner }: Asked,
): RankedQuestion | undefined {
  const inBestGroup = (open: readonly RankedQuestion[]): readonly RankedQuestion[] => {
    const groups = Map.groupBy(open, ({ rank }) => groupOf(model, rank));
    const group = groupToAsk(model, placed, groups.keys(), more);
    return group === undefined ? [] : (groups.get(group) ?? []);
  };
  const all = [...questions.values()];
  if (asked.length === 0) {
    const easiest = Math.min(...all.map(({ shelf }) => shelf));
    const ofGroup = inBestGroup(all.filter(({ shelf }) => shelf === easiest));
    const rarity = rarityOf(all);
    const rarityAt = ({ sentence }: RankedQuestion) => rarity.get(sentence) ?? 0;
    return preferred(ofGroup).toSorted((a, b) => rarityAt(a) - rarityAt(b))[0];
  }
  const ranks = new Set(asked.map(({ rank }) => rank));
  const sentences = new Set(asked.map(({ sentence }) => sentence));
  const ofGroup = inBestGroup(all.filter(({ rank }) => !ranks.has(rank)));
  const elsewhere = ofGroup.filter(({ sentence }) => !sentences.has(sentence));
  const candidates = preferred(elsewhere.length > 0 ? elsewhere : ofGroup);
  const random = seeded(`${learner} placement ${asked.length}`);
  return candidates[Math.floor(random() * candidates.length)];
}

/** Those in short sentences, if there are any, in the order of their ids. */
function preferred(questions: readonly RankedQuestion[]): readonly RankedQuestion[] {
  const short = questions.filter(({ length }) => length <= SHORT_SENTENCE);
  return (short.length > 0 ? short : questions).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** How rare the words of each sentence are: the mean logarithm of their ranks. */
function rarityOf(questions: readonly RankedQuestion[]): ReadonlyMap<string, number> {
  const bySentence = Map.groupBy(questions, ({ sentence }) => sentence);
  return new Map(
    Array.from(bySentence, ([sentence, some]) => [
      sentence,
      some.reduce((sum, { rank }) => sum + Math.log(rank), 0) / some.length,
    ]),
  );
}
