import { createHash } from 'node:crypto';
import type { Book, ChapterContent } from '../../domain/catalogue/catalogue.ts';
import { chapterVersion, sentenceContents, sentenceVersion } from '../../domain/catalogue/version.ts';
import { checkChoice } from '../check/choice.ts';
import { checkEdition } from '../check/edition.ts';
import { wrongAnswers } from '../check/questions.ts';
import { checkRepeats, withoutRepeats } from '../check/repeats.ts';
import type { SourceChapter } from '../format/chapter.ts';
import type { SourceFile } from '../format/lines.ts';
import { shapeOf } from '../ids/assign.ts';
import type { IdsFile } from '../ids/file.ts';
import type { Ground } from './ground.ts';
import { compileSentence } from './sentence.ts';

export function compileChapter(
  source: SourceChapter,
  ids: IdsFile,
  book: Book & { readonly chapterTitles: readonly string[] },
  ground: Ground,
  edition: SourceFile | undefined,
): ChapterContent {
  const title = book.chapterTitles[source.number - 1] ?? '';
  if (title === '')
    ground.found.refuse(
      source.at,
      `the book has ${book.chapterCount} chapters, and no chapter ${source.number}: correct the number`,
    );
  checkIds(source, ids, ground);
  const sentences = source.sentences.map((sentence, index) =>
    compileSentence(
      sentence,
      ids.sentences[index],
      {
        bookId: book.id,
        chapterTitle: title,
        part: source.part,
        chapter: source.number,
        section: sentence.section,
        position: index + 1,
      },
      ground,
    ),
  );
  const asked = ground.asked.splice(0);
  const chosen = withoutRepeats(asked, wrongAnswers.least);
  const questionOf = new Map(asked.map(({ question }, index) => [question, chosen[index]]));
  const questions = sentences
    .flatMap(sentence => sentence.questions)
    .map(question => ({ ...question, options: questionOf.get(question) ?? question.options }));
  checkRepeats(
    asked.map((question, index) => ({ ...question, options: chosen[index] ?? [] })),
    ground.found,
  );
  const english = new Map(sentences.map(({ sentence }) => [sentence.id, sentence.translation]));
  for (const [index, { question, at }] of asked.entries())
    checkChoice(chosen[index] ?? [], english.get(question.sentenceId) ?? '', at, ground.found);
  checkEdition(
    sentences.map(({ sentence }, index) => ({ ...sentence, at: source.sentences[index]?.at ?? source.at })),
    source.at,
    edition,
    ground.found,
  );
  const content = {
    sentences: sentences.map(({ sentence }) => sentence),
    wordInstances: sentences.flatMap(({ wordInstances }) => wordInstances),
    questions,
    phrases: sentences.flatMap(({ sentence: { id: sentenceId }, phrases }) =>
      phrases.length > 0 ? [{ sentenceId, phrases }] : [],
    ),
    summaries: sentences.map(({ sentence, summary }) => ({ sentenceId: sentence.id, summary })),
  };
  const contentVersion = chapterVersion(
    sentenceContents(content).map(one => ({ ...one.sentence, version: sentenceVersion(one, contentHash) })),
    contentHash,
  );
  return { chapter: { bookId: book.id, number: source.number, title, contentVersion }, ...content };
}

function contentHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** The ids file must have the same sentences and words in the same order, because ids do not depend on positions. */
function checkIds(source: SourceChapter, ids: IdsFile, { found }: Ground): void {
  const outdated = "the ids file does not know this line as it stands: run 'npm run library -- ids'";
  const shape = shapeOf(source);
  if (ids.sentences.length > shape.length) found.refuse(source.at, outdated);
  for (const [index, sentence] of shape.entries()) {
    const known = ids.sentences[index];
    const at = source.sentences[index]?.at ?? source.at;
    if (known?.text !== sentence.text || known.words.length !== sentence.words.length) {
      found.refuse(at, outdated);
      continue;
    }
    for (const [position, word] of sentence.words.entries()) {
      const knownWord = known.words[position];
      if (knownWord?.text !== word.text || (knownWord.clause === undefined) !== (word.clause === undefined))
        found.refuse(source.sentences[index]?.words[position]?.at ?? at, outdated);
    }
  }
}
