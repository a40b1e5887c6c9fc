import escapeHtml from 'escape-html';
import type { ChapterContent, LibraryContent, Question } from '../../domain/catalogue/catalogue.ts';
import { type ProofWord, proofOf } from './proof.ts';

/** A chapter as a self-contained HTML page. */
export function proofPage(chapter: ChapterContent, content: LibraryContent): string {
  const book = content.books.find(({ id }) => id === chapter.chapter.bookId);
  const title = escapeHtml(`${book?.title}, chapter ${chapter.chapter.number}: ${chapter.chapter.title}`);
  const introduction = book?.introductions[chapter.chapter.number] ?? '';
  const sentences = proofOf(chapter, content).map(
    ({ sentence, summary, phrases, clauses, question }) => `
<section id="s${sentence.position}">
<h2>${sentence.newParagraph ? '¶ ' : ''}${sentence.position}. <span lang="es">${escapeHtml(sentence.text)}</span></h2>
<p>${escapeHtml(sentence.translation)}</p>
<p class="summary">Story so far: ${escapeHtml(summary)}</p>
${phrases.map(({ phrase, explanation }) => `<p><b lang="es">${escapeHtml(phrase)}</b>: ${marked(explanation)}</p>`).join('\n')}
${clauses
  .map(
    clause => `<div class="clause">
${clause.words.map(wordHtml).join('\n')}
${clause.question ? `<div><h3 lang="es">${escapeHtml(clause.text)}</h3>${questionHtml(clause.question)}</div>` : ''}
</div>`,
  )
  .join('\n')}
${question ? `<h3>The whole sentence</h3>${questionHtml(question)}` : ''}
</section>`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { font-family: Georgia, serif; line-height: 1.3; }
h2 { border-top: 1px solid; padding-top: 1.5rem; font-size: 1.25rem; }
h3 { font-size: 1rem; margin: 1rem 0 0; }
.summary { font-style: italic; }
.clause { border-left: 3px solid; padding-left: 1rem; margin: 1rem 0; }
ul { list-style: none; padding-left: 1rem; margin: 0; }
li::before { content: attr(data-mark) ' '; font-weight: bold; }
</style>
<h1>${title}</h1>
<p>${escapeHtml(introduction)}</p>
${sentences.join('\n')}
</html>
`;
}

function wordHtml({ word, fragments, question, sameAs }: ProofWord): string {
  const parts = fragments
    .map(
      ({ text, gloss, kind }) =>
        `<i lang="es">${kind === 'ending' ? '-' : ''}${escapeHtml(text)}</i> ${escapeHtml(gloss)}`,
    )
    .join(' · ');
  const modern =
    word.modernEquivalent === null ? '' : `, today <i lang="es">${escapeHtml(word.modernEquivalent)}</i>`;
  const head = `<h3><span lang="es">${escapeHtml(word.text)}</span>${modern}: ${parts}</h3>`;
  if (!question) return `<div>${head}<p>Never asked: a ${word.skipped}.</p></div>`;
  if (sameAs !== undefined)
    return `<div>${head}<p>${escapeHtml(word.translation)}: asked as in ${escapeHtml(sameAs)}.</p></div>`;
  return `<div>${head}${questionHtml(question)}</div>`;
}

function questionHtml({ options }: Question): string {
  const items = options.map(
    ({ text, explanation }, index) =>
      `<li data-mark="${index === 0 ? '✓' : '✗'}">${escapeHtml(text)}: ${marked(explanation)}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** Formats Spanish between asterisks. */
function marked(text: string): string {
  return escapeHtml(text).replace(/\*([^*]*)\*/g, '<i lang="es">$1</i>');
}
