import type { ChapterContent, Fragment, LibraryContent, Option } from '../../domain/catalogue/catalogue.ts';
import { chapterName } from '../chapter-name.ts';

/**
 * The differences between two editions for a learner: fragments, words with other parts, and every question before and after.
 * Items are matched by id.
 */
export function differences(before: LibraryContent, after: LibraryContent): readonly string[] {
  return [
    ...fragmentLines(before, after),
    ...after.chapters.flatMap(chapter => {
      const old = before.chapters.find(
        ({ chapter: { bookId, number } }) =>
          bookId === chapter.chapter.bookId && number === chapter.chapter.number,
      );
      const title = chapterName(chapter, after);
      if (!old) return [`${title}: new, ${chapter.questions.length} questions`];
      const lines = chapterLines(old, chapter, before, after);
      return lines.length === 0 ? [] : [`${title}:`, ...lines];
    }),
  ];
}

function fragmentLines(before: LibraryContent, after: LibraryContent): readonly string[] {
  const [old, now] = [before, after].map(byId) as [Fragments, Fragments];
  const merged = new Map(after.merges.map(({ fragment, survivor }) => [fragment, survivor]));
  return [
    ...[...now.values()].filter(({ id }) => !old.has(id)).map(one => `new fragment ${shown(one)}`),
    ...[...old.values()]
      .filter(({ id }) => !now.has(id))
      .map(one => {
        const survivor = now.get(merged.get(one.id) ?? '');
        return survivor
          ? `${shown(one)} is merged into ${shown(survivor)}`
          : `in no book any more: ${shown(one)}`;
      }),
    ...[...now.values()].flatMap(one => {
      const was = old.get(one.id);
      return was && shown(was) !== shown(one) ? [`fragment ${shown(was)} is now ${shown(one)}`] : [];
    }),
  ];
}

type Fragments = ReadonlyMap<string, Fragment>;

function byId({ fragments }: LibraryContent): Fragments {
  return new Map(fragments.map(fragment => [fragment.id, fragment]));
}

function shown({ id, kind, text, gloss }: Fragment): string {
  return `${kind === 'ending' ? '-' : ''}${text} '${gloss}' (${id})`;
}

function chapterLines(
  old: ChapterContent,
  now: ChapterContent,
  before: LibraryContent,
  after: LibraryContent,
): readonly string[] {
  const lines: string[] = [];
  const position = new Map(now.sentences.map(sentence => [sentence.id, sentence.position]));
  const words = new Map([...old.wordInstances, ...now.wordInstances].map(word => [word.id, word]));
  for (const { id, position: place, text, translation } of now.sentences) {
    const was = old.sentences.find(sentence => sentence.id === id);
    if (!was) lines.push(`  ${place}. new sentence: ${text}`);
    else {
      if (was.text !== text) lines.push(`  ${place}. text: ${was.text} → ${text}`);
      if (was.translation !== translation)
        lines.push(`  ${place}. english: ${was.translation} → ${translation}`);
    }
  }
  for (const { id, text } of old.sentences) if (!position.has(id)) lines.push(`  sentence is gone: ${text}`);
  const [names, namesNow] = [before, after].map(byId) as [Fragments, Fragments];
  const taken = (ids: readonly string[], known: Fragments) =>
    ids.map(id => known.get(id)?.text ?? id).join('·');
  for (const word of now.wordInstances) {
    const was = old.wordInstances.find(({ id }) => id === word.id);
    if (was && was.fragments.join() !== word.fragments.join())
      lines.push(
        `  ${position.get(word.sentenceId)}. ${word.text}: ${taken(was.fragments, names)} → ${taken(word.fragments, namesNow)}`,
      );
  }
  let same = 0;
  const known = new Map(old.questions.map(question => [question.id, question]));
  for (const question of now.questions) {
    const was = known.get(question.id);
    const word = words.get(question.wordInstanceId ?? '')?.text;
    const name = `  ${position.get(question.sentenceId)}. ${question.kind}${word ? ` ${word}` : ''} (${question.id})`;
    if (!was) lines.push(`${name}: new`, ...optionLines('+', question.options));
    else if (JSON.stringify(was.options) === JSON.stringify(question.options)) same += 1;
    else lines.push(`${name}:`, ...optionLines('was', was.options), ...optionLines('now', question.options));
  }
  for (const { id, kind } of old.questions)
    if (!now.questions.some(question => question.id === id)) lines.push(`  ${kind} question is gone (${id})`);
  if (lines.length > 0) lines.push(`  ${same} of ${now.questions.length} questions are as they were`);
  return lines;
}

function optionLines(when: string, options: readonly Option[]): readonly string[] {
  return options.map(({ text, explanation }) => `    ${when} ${text} | ${explanation}`);
}
