import type { ChapterContent, LibraryContent, Question } from '../../domain/catalogue/catalogue.ts';
import { type ProofWord, proofOf } from './proof.ts';

/** A chapter in plain text, for a reviewer: every question once, and where it is asked again. */
export function proofText(chapter: ChapterContent, content: LibraryContent): string {
  const book = content.books.find(({ id }) => id === chapter.chapter.bookId);
  const introduction = book?.introductions[chapter.chapter.number];
  const lines = [`${book?.title}, chapter ${chapter.chapter.number}: ${chapter.chapter.title}`];
  if (introduction) lines.push('', `Introduction: ${introduction}`);
  for (const { sentence, summary, phrases, clauses, question } of proofOf(chapter, content)) {
    lines.push('', `${sentence.newParagraph ? '¶ ' : ''}${sentence.position}. ${sentence.text}`);
    lines.push(`   ${sentence.translation}`, `   Story so far: ${summary}`);
    for (const { phrase, explanation } of phrases) lines.push(`   Phrase: ${phrase}: ${explanation}`);
    for (const clause of clauses) {
      lines.push('', `  [${clause.text}]`);
      for (const word of clause.words) lines.push(...wordLines(word));
      if (clause.question) lines.push(...questionLines(`    Clause: ${clause.text}`, clause.question));
    }
    if (question) lines.push('', ...questionLines('  Sentence', question));
  }
  return `${lines.join('\n')}\n`;
}

function wordLines({ word, fragments, question, sameAs }: ProofWord): readonly string[] {
  const parts = fragments
    .map(({ text, gloss, kind }) => `${kind === 'ending' ? '-' : ''}${text} (${gloss})`)
    .join(' · ');
  const modern = word.modernEquivalent === null ? '' : ` [today: ${word.modernEquivalent}]`;
  const head = `    ${word.position} ${word.text}${modern}: ${parts}`;
  if (!question) return [`${head}: never asked, a ${word.skipped}`];
  if (sameAs !== undefined) return [`${head} = ${word.translation}: asked as in ${sameAs}`];
  return questionLines(head, question);
}

function questionLines(head: string, { options: [right, ...wrong] }: Question): readonly string[] {
  return [
    head,
    `      + ${right?.text} | ${right?.explanation}`,
    ...wrong.map(({ text, explanation }) => `      - ${text} | ${explanation}`),
  ];
}
