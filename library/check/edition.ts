import type { Sentence } from '../../domain/catalogue/catalogue.ts';
import { type Place, rawLines, type SourceFile } from '../format/lines.ts';
import type { Findings } from '../format/problems.ts';

/** The chapter's units, joined with spaces into paragraphs, must equal the edition's text exactly. */
export function checkEdition(
  sentences: readonly (Pick<Sentence, 'text' | 'newParagraph'> & { readonly at: Place })[],
  chapter: Place,
  edition: SourceFile | undefined,
  { refuse }: Findings,
): void {
  if (!edition) {
    refuse(
      chapter,
      'the text of the edition is missing: put it beside the book, as text/NN.txt, a paragraph a line',
    );
    return;
  }
  const wanted = rawLines(edition.text)
    .map(line => line.trim().normalize('NFC'))
    .filter(line => line !== '');
  let paragraph = -1;
  let left = '';
  for (const { at, text, newParagraph } of sentences) {
    if (newParagraph || paragraph === -1) {
      if (left !== '') {
        refuse(at, `paragraph ${paragraph + 1} of the edition goes on: '${beginning(left)}'`);
        return;
      }
      paragraph += 1;
      left = wanted[paragraph] ?? '';
    }
    if (!left.startsWith(text)) {
      refuse(at, differing(text, left, paragraph));
      return;
    }
    left = left.slice(text.length).replace(/^ /, '');
  }
  const missing = left === '' ? wanted[paragraph + 1] : left;
  if (missing !== undefined)
    refuse(
      sentences.at(-1)?.at ?? chapter,
      `the edition goes on after this sentence: '${beginning(missing)}'`,
    );
}

function differing(text: string, left: string, paragraph: number): string {
  if (left === '') return `the edition begins a paragraph here or has ended: write 'sentence paragraph'`;
  let at = 0;
  while (at < text.length && text[at] === left[at]) at++;
  const from = Math.max(0, at - 12);
  return `paragraph ${paragraph + 1} of the edition has '${left.slice(from, at + 24)}' where the text has '${text.slice(from, at + 24)}': correct one of them`;
}

function beginning(text: string): string {
  return text.length <= 40 ? text : `${text.slice(0, 40)}…`;
}
