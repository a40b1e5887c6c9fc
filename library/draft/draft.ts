import { splitIntoClauses } from '../../domain/quiz/clauses.ts';
import { readLexicon } from '../format/lexicon.ts';
import { rawLines, type SourceFile } from '../format/lines.ts';
import { findings } from '../format/problems.ts';
import { type Token, tokenize } from '../format/tokenize.ts';
import { layoutOf } from '../layout.ts';
import { splitter } from './split.ts';

/**
 * The skeleton of a chapter from its plain text: one paragraph per line, or one unit of reading per line with empty lines
 * between paragraphs. After ' = ' a line has its translation.
 */
export function drafted(text: string, sources: readonly SourceFile[]): string {
  const found = findings();
  const { languages } = layoutOf(sources, found);
  const split = splitter(
    readLexicon(
      languages.flatMap(({ lexicon }) => lexicon),
      found,
    ),
  );
  const lines: string[] = [];
  for (const { unit, english, paragraph } of unitsOf(text)) {
    lines.push('', paragraph ? 'sentence paragraph' : 'sentence', `text ${unit}`, `english ${english}`);
    lines.push('summary ', '+ ', '-  | ', '-  | ');
    const taken = tokenize(unit);
    if ('reason' in taken) {
      lines.push(`# ${taken.reason}`);
      continue;
    }
    for (const clause of splitIntoClauses(taken.tokens)) {
      lines.push(...clause.flatMap(token => wordLines(token, split)));
      if (clause.length > 1) lines.push('clause = ', '+ ', '-  | ', '-  | ');
    }
  }
  return `${lines.join('\n').trimStart()}\n`;
}

function wordLines({ text }: Token, split: (word: string) => readonly string[]): readonly string[] {
  const [best, ...others] = split(text);
  if (best === undefined) return [`${text} = ?`];
  return others.length === 0 ? [best] : [best, `# or ${others.slice(0, 4).join(', ')}`];
}

interface Unit {
  readonly unit: string;
  readonly english: string;
  readonly paragraph: boolean;
}

/** Units of reading: the lines if the text has empty lines, else the sentences of each line. */
function unitsOf(text: string): readonly Unit[] {
  const lines = rawLines(text.trim()).map(line => line.trim().normalize('NFC'));
  const perLine = lines.includes('') || lines.some(line => line.includes(' = '));
  let paragraph = true;
  return lines.flatMap((line): readonly Unit[] => {
    if (line === '') {
      paragraph = true;
      return [];
    }
    const [whole = '', english = ''] = line.split(' = ');
    const units = perLine ? [whole] : sentencesOf(whole);
    return units.map((unit, index) => {
      const first = perLine ? paragraph : index === 0;
      paragraph = false;
      return { unit, english, paragraph: first };
    });
  });
}

/** Ends after . ! ? … and closing quotes, before a capital or an opening mark. */
function sentencesOf(paragraph: string): readonly string[] {
  return paragraph.split(/(?<=[.!?…][»”"')]*) (?=[«“"'(¡¿—]*\p{Lu})/u);
}
