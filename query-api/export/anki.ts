import papaparse from 'papaparse';
import type { ReadSentence, VocabularyRow } from './vocabulary-pages.ts';

/** Anki's file header: the first column is the id by which Anki recognises a note. */
const head = [
  '#separator:tab',
  '#html:true',
  '#notetype:Basic',
  '#deck:Camino',
  '#columns:Id\tFront\tBack\tTags',
  '#guid column:1',
  '#tags column:4',
];

/** Notes for Anki's import of text files: the fragment in a sentence that was read, and its meaning. */
export async function* ankiNotes(pages: AsyncIterable<readonly VocabularyRow[]>): AsyncGenerator<string> {
  yield `${head.join('\n')}\n`;
  for await (const page of pages) {
    const notes = page.map(row => [`camino-${row.id}`, frontOf(row), backOf(row), tagsOf(row)]);
    yield `${papaparse.unparse(notes, { delimiter: '\t', newline: '\n' })}\n`;
  }
}

function frontOf({ text, kind, lemma, sentence }: VocabularyRow): string {
  const word = escaped(kind === 'ending' ? text : (lemma ?? text));
  return sentence ? `${word}<br><br>${marked(sentence)}` : word;
}

function backOf({ gloss, sentence, note }: VocabularyRow): string {
  const place = sentence && `<i>${escaped(`${sentence.book}, chapter ${sentence.chapter}`)}</i>`;
  return [escaped(gloss), sentence && escaped(sentence.translation), note && escaped(note), place]
    .filter(Boolean)
    .join('<br><br>');
}

/** Anki's tags have no spaces; two colons put one below another. */
function tagsOf({ language, kind, level, credited, sentence }: VocabularyRow): string {
  const tags = ['camino', `camino::${oneWord(language)}`, `camino::${kind}`, `camino::level-${level}`];
  if (credited) tags.push('camino::credited');
  if (sentence) tags.push(`camino::${oneWord(sentence.book)}`);
  return tags.join(' ');
}

const oneWord = (text: string) => text.replaceAll(/\s+/g, '_');

function marked({ text, marks }: ReadSentence): string {
  let from = 0;
  let html = '';
  for (const [start, end] of marks) {
    html += `${escaped(text.slice(from, start))}<b>${escaped(text.slice(start, end))}</b>`;
    from = end;
  }
  return html + escaped(text.slice(from));
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\n': '<br>' };

function escaped(text: string): string {
  return text.replaceAll(/[&<>\n]/g, character => entities[character] ?? '');
}
